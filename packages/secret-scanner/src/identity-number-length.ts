import { isCard, isSocialSecurityNumber } from './find-numbers.ts';
import type { SensitiveKind } from './sensitive-kinds.ts';
import { trimEnd } from './trim-end.ts';

/**
 * Returns the length of the document number of this `kind` that `value` and the groups of digits behind it are, or 0.
 * `219` with ` 09 9999` behind it is a social security number of 11 characters.
 */
export function identityNumberLength(value: string, follows: string, kind: SensitiveKind): number {
  const groups = /^(?:[ .-]\d{2,6}){1,5}(?!\d)/.exec(follows)?.[0].match(/[ .-]\d+/g) ?? [];
  for (let count = groups.length; count >= 0; count--) {
    const whole = value + groups.slice(0, count).join('');
    if (isIdentityNumber(whole, kind)) return whole.length;
  }
  return 0;
}

function isIdentityNumber(whole: string, kind: SensitiveKind): boolean {
  const compact = trimEnd(whole.replace(/[\s.\-/]/g, ''), ',;:');
  if (kind === 'us_ssn') return /^\d{9}$/.test(compact) && isSocialSecurityNumber(compact);
  if (kind === 'passport_number') return /^(?=(?:\D*\d){5})[A-Z0-9]{7,10}$/i.test(compact);
  return /^(?=(?:[^\d]*\d){6})[A-Z0-9]{8,18}$/i.test(compact) && !isCard(compact);
}
