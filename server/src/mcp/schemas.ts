import type { Schema } from '../api/schema-lookup.ts';
import type { Metadata } from '../ports/memory.ts';

/** A JSON Schema with `type: object`. Many clients drop all tools of a server if one has another type. */
export type ObjectSchema = Schema & { type: 'object'; properties: Record<string, Schema> };

// The schemas of arguments and results. They use only features that every client reads: no references, no unions of
// schemas.

export const text = { type: 'string' } as const;
export const nullableText: Schema = { type: ['string', 'null'] };
export const number: Schema = { type: 'number' };
export const texts: Schema = { type: 'array', items: text };
export const metadata: Schema = { type: 'object' };

/** The fields of a result that identify the user of a memory. */
export const scopeFields = { user_id: text, end_user_id: nullableText, agent_id: nullableText, run_id: nullableText };

/** Describes a string argument that is not empty. */
export function string(description: string, maxLength: number) {
  return { type: 'string', description, minLength: 1, maxLength } as const;
}

/** The arguments of a call that matches the schemas. */
export type ArgumentsOf<Input, Required extends keyof Input> = { [Name in keyof Input]?: ValueOf<Input[Name]> } & {
  [Name in Required]: ValueOf<Input[Name]>;
};

type ValueOf<Described> = Described extends { type: infer Type extends keyof Values } ? Values[Type] : never;

interface Values {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  object: Metadata;
}

/** Describes arguments. Other arguments are rejected. */
export function inputOf(properties: Record<string, Schema>, required?: readonly string[]): ObjectSchema {
  return { type: 'object', properties, ...(required ? { required: [...required] } : {}), additionalProperties: false };
}

export function objectOf(properties: Record<string, Schema>): ObjectSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function listOf(properties: Record<string, Schema>): Schema {
  return { type: 'array', items: objectOf(properties) };
}

/** Describes a result that may have warnings in addition to its other properties. */
export function withWarnings({ properties, ...schema }: ObjectSchema): ObjectSchema {
  return { ...schema, properties: { ...properties, warnings: { type: 'array', items: { type: 'object' } } } };
}
