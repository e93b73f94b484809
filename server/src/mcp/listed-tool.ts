import { type Schema, withoutKeywords } from '../api/schema-lookup.ts';
import type { ObjectSchema, Tool, ToolNames } from './tool.ts';

/** Limits that a call rarely reaches. They are not listed, and a rejection names them. */
const unlisted = ['minLength', 'maxLength', 'maxProperties', 'format'];

/** Returns a tool for the list. A model reads all of it in each conversation, so the schemas are shortened. */
export function listedTool(
  { kind, title, description, inputSchema, outputSchema, annotations }: Tool,
  named: ToolNames,
): object {
  return {
    name: named(kind),
    title,
    description,
    inputSchema: withoutKeywords(inputSchema, unlisted),
    outputSchema: listedOutput(outputSchema),
    annotations,
  };
}

/**
 * Returns the schema of a result without the required properties of its objects, and without the fields of all lists
 * except `results`.
 */
function listedOutput({ required, properties, ...schema }: ObjectSchema): ObjectSchema {
  const fields = Object.entries(properties).map(([name, field]) => [name, name === 'results' ? field : short(field)]);
  const listed = { ...schema, properties: withoutKeywords(Object.fromEntries(fields), ['required']) };
  return required ? { ...listed, required } : listed;
}

function short(field: Schema): Schema {
  if (!field.items) return field;
  const { properties: _fields, ...items } = field.items;
  return { ...field, items };
}
