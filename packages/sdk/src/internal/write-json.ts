import { invalidArgument } from './invalid-argument.ts';

/** Describes a value that JSON has no form for; returns undefined when it has one. */
function reasonAgainst(value: unknown, given: unknown, inArray: boolean): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value} cannot be sent`;
  if (/^(function|symbol|bigint)$/.test(typeof value)) return `a ${typeof value} cannot be sent`;
  // An invalid date, for example, would become null.
  const isLost = value === undefined ? inArray || given !== undefined : value === null && given !== null;
  if (isLost) return `${String(given)} cannot be sent`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return kind === 'Object' ? undefined : `a ${kind} cannot be sent; pass a plain object`;
}

/**
 * Writes the JSON of a body, or of the part of one at `root`, and leaves undefined fields out. It rejects values that
 * `JSON.stringify` changes silently. NaN and Infinity would become null, which removes a key in an update, and a Map an
 * empty object.
 * @throws {MnemaError} `invalid_argument` with the path, `/body/metadata/score`
 * @throws {TypeError} for a circle
 */
export function writeJson(body: unknown, root = '/body'): string {
  const paths = new Map<unknown, string>();
  return JSON.stringify(body, function (this: Record<string, unknown>, name, value: unknown) {
    const within = paths.get(this);
    const path = within === undefined ? root : `${within}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const message = reasonAgainst(value, this[name], Array.isArray(this));
    if (message !== undefined) throw invalidArgument(path, message);
    if (typeof value === 'object') paths.set(value, path);
    return value;
  });
}
