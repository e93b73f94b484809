import type { ObjectSchema } from './tool.ts';

/**
 * A schema as it is listed: all of it is read by the model in each conversation. The check of the arguments holds them
 * against the whole schema, and its rejection names a limit to the rare call that comes near one.
 */
export function listedInput(schema: ObjectSchema): ObjectSchema {
  return without(schema, ['minLength', 'maxLength', 'maxProperties']);
}

/** Tests hold every answer against the whole schema; that an answer is complete is not what a reader wants to know. */
export function listedOutput(schema: ObjectSchema): ObjectSchema {
  return { ...without(schema, ['required']), ...(schema.required ? { required: schema.required } : {}) };
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
