import type { Schema } from '../api/schema-lookup.ts';
import type { ObjectSchema } from './tool.ts';

/** What several tools take or answer. Kept to what every client reads: no references, no unions of schemas. */
export const string = (description: string, limits: Schema = {}): Schema => ({
  type: 'string',
  description,
  minLength: 1,
  ...limits,
});

const id = (description: string) => string(description, { maxLength: 256 });

export const scopeArguments = {
  user_id: id('End user. Omitted: the account itself.'),
  agent_id: id('Agent or application.'),
  run_id: id('Session or task.'),
};

const tags: Schema = { type: 'array', items: { type: 'string' }, description: 'Labels.' };

export const metadataArgument = (description: string): Schema => ({
  type: 'object',
  description,
  properties: {
    project: { type: 'string', description: 'Repository or product.' },
    area: { type: 'string', description: 'Code or documentation area.' },
    source: { type: 'string', description: 'Editor or tool it comes from.' },
    memory_type: { type: 'string', description: 'Such as debug, implementation, user_preference, project_info.' },
    tags,
  },
});

const memoryText = (description: string) => string(description, { maxLength: 100_000 });

export const textArguments = (description: string) => ({
  memory: memoryText(description),
  text: memoryText('Same as memory.'),
});

export const memoryId = string('Id of the memory (mem_…).', { maxLength: 64 });

const text: Schema = { type: 'string' };
export const outputSchemas = {
  text,
  nullableText: { type: ['string', 'null'] } satisfies Schema,
  number: { type: 'number' } as Schema,
  metadata: { type: 'object' } as Schema,
  texts: { type: 'array', items: text } as Schema,
};

/** An object of which every property is there, unless it is named as optional. */
export function objectOf(properties: Record<string, Schema>, optional: readonly string[] = []): ObjectSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  };
}

export function listOf(properties: Record<string, Schema>): Schema {
  return { type: 'array', items: objectOf(properties) };
}
