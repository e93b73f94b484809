import { type CohereAccess, createCohereDialect } from './create-cohere-dialect.ts';
import { createOpenAiDialect, type OpenAiAccess } from './create-openai-dialect.ts';
import type { ProviderDialect } from './provider-dialect.ts';

export type ProviderAccess = ({ kind: 'cohere' } & CohereAccess) | ({ kind: 'openai' } & OpenAiAccess);

export function createDialect(access: ProviderAccess): ProviderDialect {
  return access.kind === 'cohere' ? createCohereDialect(access) : createOpenAiDialect(access);
}
