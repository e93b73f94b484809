import { isObject } from './parse-json.ts';
import type { Schema } from './schema-lookup.ts';

/** Removes fields from a value. @param warned receives the names of those whose removal the response states */
type DropNulls = (value: unknown, warned: string[]) => void;

/** Creates the removal of the fields that are null where the contract takes null as absent. */
export function createNullDrop({ properties = {}, items }: Schema): DropNulls | undefined {
  const fields = Object.entries(properties);
  const nullable = fields.filter(([, { 'x-null': rule = 'rejected' }]) => rule !== 'rejected');
  const within = fields.flatMap(([name, schema]) => {
    const drop = createNullDrop(schema);
    return drop ? [[name, drop] as const] : [];
  });
  const dropInItem = items && createNullDrop(items);
  if (nullable.length + within.length === 0 && !dropInItem) return undefined;
  return (value, warned) => {
    if (Array.isArray(value)) for (const item of value) dropInItem?.(item, warned);
    if (!isObject(value)) return;
    for (const [name, schema] of nullable) {
      if (value[name] !== null) continue;
      delete value[name];
      if (schema['x-null'] === 'warned') warned.push(name);
    }
    for (const [name, drop] of within) drop(value[name], warned);
  };
}
