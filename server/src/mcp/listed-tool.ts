import type { ObjectSchema, Tool, ToolNames } from './tool.ts';

/** Limits that a call rarely reaches. They are not listed, and a rejection names them. */
const unlisted = ['minLength', 'maxLength', 'maxProperties'];

/** Returns a tool as it is listed. A model reads all of that in each conversation, so the schemas are shortened. */
export function listedTool(
  { kind, title, description, inputSchema, outputSchema, annotations }: Tool,
  named: ToolNames,
): object {
  const { required } = outputSchema;
  return {
    name: named(kind),
    title,
    description,
    inputSchema: without(inputSchema, unlisted),
    outputSchema: { ...without(outputSchema, ['required']), ...(required ? { required } : {}) },
    annotations,
  };
}

function without(schema: ObjectSchema, keywords: readonly string[]): ObjectSchema {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    keywords.includes(name) && !isSchema(value) ? undefined : value,
  );
}

/** A property may have the name of a keyword. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
