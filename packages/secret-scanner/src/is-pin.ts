import type { SecretName, Tie } from './reading.ts';
import { trimEnd } from './trim-end.ts';

/** Whether the value is a PIN or a security code rather than an amount. `before` and `follows` are the text around. */
export function isPin(value: string, name: SecretName, tie: Tie, follows: string, before: string): boolean {
  const digits = trimEnd(value, '#*.!');
  if (name.kind === 'card_security_code') return /^\d{3,4}$/.test(digits);
  if (tie === 'adjacent' && !/^\d{4}$/.test(digits)) return false;
  if (
    /^\s?(?:days?|times|characters|digits|min|hours|years|people|users|units|items|pieces|rows|steps|ms|%|€|\$|mm|hz|khz|volts?)/i.test(
      follows,
    )
  )
    return false;
  if (/\b(?:gpio|board|connector|header|chip|input|output|analog|digital)\s$/.test(before)) return false;
  // The display of a device shows such codes.
  if (/^\s(?:means|indicates|signals|stands for|is raised|was raised)\b/i.test(follows)) return false;
  if (/^\d(?:[-–]\d{1,3}){2,5}$/.test(digits)) return true;
  // Indian postal codes have the same name.
  if (
    /^pin[ -]?code$/.test(name.noun) &&
    digits.length === 6 &&
    !/(?:my|your|card|phone|sim|bank)\s\S{0,20}\s?$/.test(before)
  ) {
    return false;
  }
  return /^#?\d{4,12}$/.test(digits) && new Set(digits).size > 1;
}
