import type { ProviderFacts } from '../../app/services/doctor.ts';
import { type Finding, ok, problem } from '../../lib/finding.ts';

interface Settings {
  /** As the configuration calls it. */
  provider: 'cohere' | 'openai';
  model: string;
}

/** @param dimensions - of its vectors */
export function checkEmbedder(facts: ProviderFacts, settings: Settings & { dimensions: number }): Finding {
  const { provider, model, dimensions } = settings;
  if (facts.kind === 'answered') {
    return ok(`${facts.id} answers in ${Math.round(facts.ms)} ms, with vectors of ${dimensions} numbers`);
  }
  return problem(
    `${model}: ${facts.reason}`,
    `check ${keyOf(provider)}, MNEMA_EMBEDDING_MODEL and ${urlOf(provider)}, and that this machine may reach the provider; until it answers, memories stay pending and are found by their words only`,
  );
}

export function checkExtractor(facts: ProviderFacts, { provider, model }: Settings): Finding {
  if (facts.kind === 'answered') return ok(`${facts.id} answers as it is asked to, in ${Math.round(facts.ms)} ms`);
  return problem(
    `${model}: ${facts.reason}`,
    `check ${keyOf(provider)}, MNEMA_EXTRACTION_MODEL and ${urlOf(provider)}, and that this machine may reach the provider; until it answers, texts written with infer stay pending, for a day at most, and are then stored as they are`,
  );
}

export function checkReranker(facts: ProviderFacts, { provider, model }: Settings): Finding {
  if (facts.kind === 'answered') return ok(`${facts.id} answers in ${Math.round(facts.ms)} ms`);
  return problem(
    `${model}: ${facts.reason}`,
    `check ${keyOf(provider)}, MNEMA_RERANK_MODEL and ${urlOf(provider)}, and that this machine may reach the provider; until it answers, searches with rerank answer from our own ranking`,
  );
}

function keyOf(provider: Settings['provider']): string {
  return provider === 'cohere' ? 'COHERE_API_KEY' : 'OPENAI_API_KEY';
}

function urlOf(provider: Settings['provider']): string {
  return provider === 'cohere' ? 'MNEMA_COHERE_BASE_URL' : 'MNEMA_OPENAI_BASE_URL';
}
