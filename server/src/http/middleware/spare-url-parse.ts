import { parse } from 'node:url';

/**
 * Makes `url.parse` cheap for the request validator, which calls it for every request. Until Node has warned once that
 * the function is deprecated, it finds out at each call whether a package calls, from the stack: ten times the work of
 * parsing. So it warns here, to nobody: none of our own code calls it.
 */
export function spareUrlParse(): void {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  parse('/');
  if (noDeprecation === undefined) delete process.noDeprecation;
  else process.noDeprecation = noDeprecation;
}
