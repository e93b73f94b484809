import type { Identifiers } from '../../ports/identifiers.ts';
import { toBase62 } from './base62.ts';

/** 120 random bits: made to be copied, not remembered. */
export function makePassword(identifiers: Pick<Identifiers, 'secret'>): string {
  return toBase62(identifiers.secret(15));
}
