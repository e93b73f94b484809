import { withoutKeywords } from '../api/schema-lookup.ts';
import type { Tool, ToolNames } from './tool.ts';

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
    inputSchema: withoutKeywords(inputSchema, unlisted),
    outputSchema: { ...withoutKeywords(outputSchema, ['required']), ...(required ? { required } : {}) },
    annotations,
  };
}
