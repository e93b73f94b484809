import type { Schema } from '../api/schema-lookup.ts';
import type { ObjectSchema } from './tool.ts';

// The schemas of arguments and results. They use only features that every client reads: no references, no unions of
// schemas.

export const text: Schema = { type: 'string' };
export const nullableText: Schema = { type: ['string', 'null'] };
export const number: Schema = { type: 'number' };
export const texts: Schema = { type: 'array', items: text };
export const metadata: Schema = { type: 'object' };

/** The fields of a result that identify the user of a memory. */
export const scopeFields = { user_id: text, end_user_id: nullableText, agent_id: nullableText, run_id: nullableText };

/** Describes a string argument that is not empty. */
export function string(description: string, maxLength: number): Schema {
  return { type: 'string', description, minLength: 1, maxLength };
}

/** Describes arguments. Other arguments are rejected. */
export function inputOf(properties: Record<string, Schema>, required?: string[]): ObjectSchema {
  return { type: 'object', properties, ...(required ? { required } : {}), additionalProperties: false };
}

/** Describes an object that has all of these properties. */
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
