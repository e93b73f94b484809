import { isCard, isSocialSecurityNumber } from './find-numbers.ts';
import type { SensitiveKind } from './sensitive-kinds.ts';
import { trimEnd } from './trim-end.ts';

/** Whether the value, with the groups of digits that follow it, is a number of a document of this `kind`. */
export function isIdentityNumber(value: string, follows: string, kind: SensitiveKind): boolean {
  const whole = value + (/^(?:[ .-]\d{2,6}){1,5}(?!\d)/.exec(follows)?.[0] ?? '');
  const compact = trimEnd(whole.replace(/[\s.\-/]/g, ''), ',;:');
  if (kind === 'us_ssn') return /^\d{9}$/.test(compact) && isSocialSecurityNumber(compact);
  if (kind === 'passport_number') return /^(?=(?:\D*\d){5})[A-Z0-9]{7,10}$/i.test(compact);
  return /^(?=(?:[^\d]*\d){6})[A-Z0-9]{8,18}$/i.test(compact) && !isCard(compact);
}
