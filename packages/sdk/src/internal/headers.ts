import { MnemaError } from '../errors.ts';

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;

/**
 * Returns the headers with names in lower case, so that a header of the caller replaces that of this package.
 * @throws {MnemaError} with the given code, for an invalid header; never with its value, which may be a secret
 */
export function readHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  code: 'configuration' | 'invalid_argument',
): Record<string, string> {
  const read: Record<string, string> = {};
  // Headers and lists of pairs keep their entries elsewhere than in fields, so they would be lost or sent under
  // numbers.
  if (headers != null && (typeof headers !== 'object' || Symbol.iterator in headers)) {
    throw new MnemaError('headers must be a plain object', { code });
  }
  for (const [given, value] of Object.entries(headers ?? {})) {
    const name = given.toLowerCase();
    if (!headerName.test(name))
      throw new MnemaError(`${JSON.stringify(given)} cannot be the name of a header`, { code });
    if (typeof value !== 'string' || !headerValue.test(value)) {
      throw new MnemaError(`the header ${given} must be one line of ASCII characters`, { code });
    }
    read[name] = value;
  }
  return read;
}

/** @throws {MnemaError} when the key is empty or not valid in a header; the service checks the rest */
export function checkIdempotencyKey(key: string): string {
  if (typeof key === 'string' && key !== '' && headerValue.test(key)) return key;
  const message = `idempotencyKey ${typeof key === 'string' ? JSON.stringify(key) : `(${typeof key})`} must be 1 to 255 visible ASCII characters`;
  throw new MnemaError(message, { code: 'invalid_argument' });
}

/**
 * Returns the `ETag` that names a version in every state of the memory.
 * @throws {MnemaError} unless it is the number of a version
 */
export function versionTag(version: number): string {
  if (Number.isSafeInteger(version) && version > 0) return `"v${version}-0"`;
  throw new MnemaError(`ifVersion ${version} must be the version of a memory, a whole number from 1`, {
    code: 'invalid_argument',
  });
}
