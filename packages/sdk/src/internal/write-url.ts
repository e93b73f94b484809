import { MnemaError } from '../errors.ts';
import { invalidArgument } from './invalid-argument.ts';

/** @throws {MnemaError} when the id would change the path */
function writeSegment(name: string, id: unknown): string {
  if (typeof id === 'string' && id !== '' && id !== '.' && id !== '..') return encodeURIComponent(id);
  const shown = typeof id === 'string' ? JSON.stringify(id) : `(${typeof id})`;
  throw new MnemaError(`${name} ${shown} cannot be an id`, { code: 'invalid_argument' });
}

/**
 * Fills the names of a path in: `/memories/{memory_id}`.
 * @throws {MnemaError} `invalid_argument` for an id that would change the path
 */
export function writePath(template: string, names: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => writeSegment(name, names[name]));
}

/**
 * Writes a query with its question mark. Fields without a value are left out, and a list becomes repeated fields.
 * @throws {MnemaError} `invalid_argument` with the path, `/query/from`, for an object or an invalid date
 */
export function writeQuery(query: object | null | undefined): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item == null) continue;
      const text: unknown = item instanceof Date ? item.toJSON() : item;
      if (typeof text === 'object') throw invalidArgument(`/query/${name}`, `${String(item)} cannot be sent`);
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text as string)}`);
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
