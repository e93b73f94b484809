import { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { MnemaError } from '../errors.ts';
import { invalidArgument } from './invalid-argument.ts';

const serialize = createQuerySerializer();

/**
 * Fills the names of a path in: `/memories/{memory_id}`.
 * @throws {MnemaError} `invalid_argument` for an id that would change the path
 */
export function writePath(template: string, names: Readonly<Record<string, unknown>> = {}): string {
  for (const [name, id] of Object.entries(names)) {
    if (typeof id === 'string' && id !== '' && id !== '.' && id !== '..') continue;
    const shown = typeof id === 'string' ? JSON.stringify(id) : `(${typeof id})`;
    throw new MnemaError(`${name} ${shown} cannot be an id`, { code: 'invalid_argument' });
  }
  return defaultPathSerializer(template, names);
}

/**
 * Writes a query. Fields without a value are left out, and a list becomes repeated fields.
 * @throws {MnemaError} `invalid_argument` with the path, `/query/from`, for an object or an invalid date
 */
export function writeQuery(query: object | null | undefined): string {
  const fields = Object.entries(query ?? {}).map(([name, value]) => {
    const items = [value].flat().filter((item) => item != null);
    const texts = items.map((item: unknown) => {
      const text: unknown = item instanceof Date ? item.toJSON() : item;
      if (typeof text === 'object') throw invalidArgument(`/query/${name}`, `${String(item)} cannot be sent`);
      return text;
    });
    // The serializer escapes values only.
    return [encodeURIComponent(name), texts];
  });
  return serialize(Object.fromEntries(fields));
}
