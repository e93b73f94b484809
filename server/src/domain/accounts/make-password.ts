import type { Identifiers } from '../../ports/identifiers.ts';
import { toBase62 } from './base62.ts';

/** Makes a password of 120 random bits, for copying and not for remembering. */
export function makePassword(identifiers: Pick<Identifiers, 'secret'>): string {
  return toBase62(identifiers.secret(15));
}
