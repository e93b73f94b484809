import { isIP } from 'node:net';
import { z } from 'zod';

export const roles = ['api', 'worker'];

/** Returns a message that repeats the value. It must not be used for secrets. */
export function withInput(requirement: string) {
  return ({ input }: { input?: unknown }) => `${requirement}; it is ${JSON.stringify(input)}`;
}

export function optionalNumber(min: number, max: number) {
  const isValid = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  const error = withInput(`must be a whole number from ${min} to ${max}`);
  return z.string().refine(isValid, { error }).transform(Number).optional();
}

export function wholeNumber(min: number, max: number, initial: number) {
  return optionalNumber(min, max).default(initial);
}

/** A string of a form. Its message repeats the value. */
export function matching(pattern: RegExp, requirement: string) {
  return z.string().regex(pattern, { error: withInput(requirement) });
}

/** A string that is a secret or contains one, so that its message does not repeat it. */
export function secret(isValid: (text: string) => boolean, requirement: string) {
  return z.string().refine(isValid, requirement).optional();
}

/** Items that are separated by commas, with blanks around them allowed. */
export function list(isItem: (text: string) => boolean, what: string) {
  return z
    .string()
    .refine((text) => itemsOf(text).every(isItem), { error: withInput(`must list ${what}, separated by commas`) })
    .transform(itemsOf)
    .optional();
}

export function itemsOf(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

export function webUrl(example: string) {
  const isWebUrl = (text: string) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  };
  return secret(isWebUrl, `must be an http or https URL without a password, like ${example}`);
}

export function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
}

const numbersOf = (text: string) => itemsOf(text).map((item) => (item === '' ? Number.NaN : Number(item)));

/** Parses two numbers from -1 to 1, the smaller first. */
export function band() {
  const isBand = (text: string) => {
    const [low = Number.NaN, high = Number.NaN, ...more] = numbersOf(text);
    return more.length === 0 && low >= -1 && low < high && high <= 1;
  };
  const error = withInput('must be two numbers from -1 to 1, the smaller first, like 0.2,0.65');
  const parsed = z.string().refine(isBand, { error }).transform(numbersOf);
  return parsed.transform(([low = -1, high = 1]) => ({ low, high })).optional();
}

export function isHostName(text: string): boolean {
  return (
    isIP(text) !== 0 ||
    /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i.test(text)
  );
}

export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

export function optionalChoice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: withInput(`must be one of ${values.join(', ')}`) }).optional();
}

export function choice<const Values extends readonly [string, ...string[]]>(values: Values, initial: Values[number]) {
  return optionalChoice(values)
    .unwrap()
    .default(initial as never);
}

export function rule(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
}

export function problemsOf(...problems: (string | false)[]): string[] {
  return problems.filter((problem) => problem !== false);
}
