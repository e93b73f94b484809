import { type Schema, withoutKeywords } from '../api/schema-lookup.ts';

// The schemas of arguments and results. They use only features that every client reads: no references, no unions of
// schemas.

/** A JSON Schema with `type: object`. Many clients drop all tools of a server if one has another type. */
export type ObjectSchema = Schema & { type: 'object'; properties: Record<string, Schema> };

export const text = { type: 'string' } as const;
export const nullableText: Schema = { type: ['string', 'null'] };
export const number: Schema = { type: 'number' };
export const texts: Schema = { type: 'array', items: text };
export const metadata: Schema = { type: 'object' };

/** The fields of a result that identify the user of a memory. */
export const scopeFields = { user_id: text, end_user_id: nullableText, agent_id: nullableText, run_id: nullableText };

/** Describes an object with any keys. Some clients drop one without properties, so recommended ones are declared. */
export function openObject<const Names extends string>(description: string, recommended: Record<Names, Schema>) {
  return { type: 'object', description, properties: recommended } as const;
}

export const metadataFields = {
  project: { type: 'string', description: 'Repository or product.' },
  area: { type: 'string', description: 'Code or documentation area.' },
  source: { type: 'string', description: 'Editor or tool it comes from.' },
  memory_type: { type: 'string', description: 'Such as debug, implementation, user_preference, project_info.' },
  tags: { type: 'array', items: text, description: 'Labels.' },
} as const;

/** The same keys, whose descriptions a model has read at another tool. */
export const briefFields = withoutKeywords(metadataFields, ['description']);

export function objectOf(properties: Record<string, Schema>): ObjectSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function warnableOf(properties: Record<string, Schema>): ObjectSchema {
  const warnings: Schema = { type: 'array', items: { type: 'object' } };
  return { ...objectOf(properties), properties: { ...properties, warnings } };
}

export function listOf(properties: Record<string, Schema>): Schema {
  return { type: 'array', items: objectOf(properties) };
}

export function string(description: string, maxLength: number) {
  return { type: 'string', description, minLength: 1, maxLength } as const;
}

export const time = (description: string) => ({ type: 'string', format: 'date-time', description }) as const;

export const memoryIdArgument = { memory_id: string('Id of the memory (mem_…).', 64) };
export const userArgument = { user_id: string('End user. Omitted: the account.', 256) };

export const scopeArguments = {
  ...userArgument,
  agent_id: string('Agent or application.', 256),
  run_id: string('Session or task.', 256),
};

export const narrowingArguments = {
  project: string('metadata.project.', 1_000),
  source: string('metadata.source.', 1_000),
  memory_type: string('metadata.memory_type.', 1_000),
  tag: string('One of metadata.tags.', 1_000),
  occurred_from: time('Happened then (RFC 3339) or later.'),
  occurred_to: time('Happened before.'),
  created_from: time('Written then or later.'),
  created_to: time('Written before.'),
};

export function textArguments(description: string) {
  return { memory: string(description, 100_000), text: string('Same as memory.', 100_000) };
}
