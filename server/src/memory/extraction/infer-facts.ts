import type { Clock } from '../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { type ExtractionTask, type Extractor, ExtractorError } from '../../ports/extractor.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type {
  Claim,
  CompletedFact,
  ExtractionResult,
  Memory,
  MemoryStore,
  ReadMemory,
} from '../../ports/memory-store.ts';
import { beforeIngest } from '../before-ingest.ts';
import { toChunks } from '../chunk.ts';
import { applyContentPolicy } from '../content-policy.ts';
import { toMemoryIndex, toTextIndex } from '../memory-index.ts';
import { toProjects } from '../projects.ts';
import { searchMemories } from '../search-memories.ts';
import { toWordsInTurns } from '../words.ts';
import { type Decision, toCompareFactsTask, toDecisions } from './compare-facts.v1.ts';
import { toExtractFactsTask, toFacts } from './extract-facts.v1.ts';

/** Longer texts are read part by part, so that models with short windows take them. In Latin characters. */
const partLength = 12_000;
/** How many memories each fact is compared with. */
const neighboursMost = 5;
/** Some of those found belong to another agent or project. */
const searchedMost = 20;
/** A model that answers beside the question is asked this often. */
const questionsMost = 2;

export interface InferenceServices {
  store: MemoryStore;
  extractor: Extractor;
  embedder: Embedder;
  clock: Clock;
  identifiers: Identifiers;
}

/**
 * What is to be stored of a memory that was written with `infer`; undefined when it is gone.
 * @throws {ExtractorError} when the model does not answer, or not what was asked for
 * @throws {EmbedderError} when facts can not be compared by meaning
 */
export async function inferFacts(
  services: InferenceServices,
  claim: Claim,
): Promise<Exclude<ExtractionResult, { kind: 'raw' }> | undefined> {
  const { store, clock } = services;
  const written = await store.get(claim.ownerId, claim.id);
  if (!written) return undefined;
  const facts = await factsOf(services.extractor, written);
  const known = await knownBeside(services, written, facts);
  const decisions = await decide(services.extractor, facts, known);
  const at = clock.now();

  const completed: CompletedFact[] = [];
  const added: string[] = [];
  const reliesOn: ReadMemory[] = [{ id: written.id, version: written.version }];
  let duplicateOf: string | null = null;
  for (const [index, decision] of decisions.entries()) {
    const fact = facts[index] as string;
    const target = decision.action === 'add' ? undefined : known[decision.memory - 1];
    if (decision.action === 'duplicate' && target) {
      duplicateOf ??= target.id;
      reliesOn.push({ id: target.id, version: target.version });
    } else if (
      decision.action === 'update' &&
      target &&
      isFact(target) &&
      !completed.some(({ id }) => id === target.id)
    ) {
      const text = await withoutSecrets(decision.text);
      const index = await textIndexOf(target, text);
      completed.push({ id: target.id, expectedVersion: target.version, text, index });
    } else added.push(fact);
  }

  const completedIds = completed.map(({ id }) => id);
  const [first, ...further] = added;
  if (first === undefined) {
    const extraction = { duplicateOf, extractedIds: completedIds, originalText: null };
    const outcome = completed.length > 0 ? 'extracted' : duplicateOf === null ? 'nothing_to_store' : 'duplicate';
    return { claim, at, reliesOn, kind: 'aside', outcome, extraction, completed };
  }
  const others = await Promise.all(further.map((text) => toAdded(services, written, text, at)));
  const extractedIds = [written.id, ...others.map(({ memory }) => memory.id), ...completedIds];
  return {
    claim,
    at,
    reliesOn,
    kind: 'facts',
    text: first,
    index: await textIndexOf(written, first),
    extraction: { duplicateOf: null, extractedIds, originalText: written.text },
    added: others,
    completed,
  };
}

async function factsOf(extractor: Extractor, written: Memory): Promise<string[]> {
  const facts = new Map<string, string>();
  for (const part of await toChunks(written, { targetLength: partLength, overlapLength: 0 })) {
    for (const fact of await ask(extractor, toExtractFactsTask(part, written.occurredAt), toFacts)) {
      const text = await withoutSecrets(fact);
      facts.set(plain(text), facts.get(plain(text)) ?? text);
    }
  }
  return [...facts.values()];
}

/** The nearest memories of the same user, agent and project, each once. */
async function knownBeside(services: InferenceServices, written: Memory, facts: readonly string[]): Promise<Memory[]> {
  const known = new Map<string, Memory>();
  const { ownerId, userId, agentId } = written;
  const projects = toProjects(written.metadata).toSorted().join('\n');
  for (const query of facts) {
    const search = { ownerId, query, userId, agentId: agentId ?? undefined, topK: searchedMost, filters: {} };
    const { hits, comparesMeaning } = await searchMemories(services, search);
    if (!comparesMeaning) throw new EmbedderError('facts can not be compared by meaning', { retryable: true });
    const near = hits
      .map(({ memory }) => memory)
      .filter((memory) => memory.id !== written.id && !memory.infer && memory.agentId === agentId)
      .filter((memory) => toProjects(memory.metadata).toSorted().join('\n') === projects);
    for (const memory of near.slice(0, neighboursMost)) known.set(memory.id, memory);
  }
  return [...known.values()];
}

async function decide(
  extractor: Extractor,
  facts: readonly string[],
  known: readonly Memory[],
): Promise<readonly Decision[]> {
  if (facts.length === 0 || known.length === 0) return facts.map(() => ({ action: 'add' }));
  const comparison = { facts, known: known.map(({ text }) => text) };
  return ask(extractor, toCompareFactsTask(comparison), (answer) => toDecisions(answer, comparison));
}

async function ask<Answer>(
  extractor: Extractor,
  task: ExtractionTask,
  read: (answer: unknown) => Answer | undefined,
): Promise<Answer> {
  for (let questions = 0; questions < questionsMost; questions++) {
    const answer = read(await extractor.answer(task));
    if (answer !== undefined) return answer;
  }
  throw new ExtractorError('the language model answers something else than it is asked for', { retryable: false });
}

async function toAdded({ identifiers }: InferenceServices, written: Memory, text: string, at: number) {
  const { ownerId, userId, agentId, runId, metadata } = written;
  const occurred = toldTime(written);
  const memory: Memory = {
    id: identifiers.memory(),
    ownerId,
    text,
    messages: null,
    userId,
    agentId,
    runId,
    metadata,
    ...beforeIngest(at),
    sourceMemoryId: written.id,
    version: 1,
    occurredAt: occurred ?? at,
    createdAt: at,
    updatedAt: at,
    textChangedAt: null,
  };
  return { memory, index: await toMemoryIndex(memory, occurred) };
}

async function textIndexOf(memory: Memory, text: string) {
  return toTextIndex({ ...memory, text, messages: null }, await toWordsInTurns(text), toldTime(memory));
}

/** When somebody said that it happened; null: nobody did. */
function toldTime({ occurredAt, createdAt }: Memory): number | null {
  return occurredAt === createdAt ? null : occurredAt;
}

/** A model may put together what the text held in pieces. */
async function withoutSecrets(text: string): Promise<string> {
  const { content } = await applyContentPolicy('redact', { text });
  return content.text;
}

/** What somebody wrote word by word is never rewritten. */
function isFact({ sourceMemoryId, extraction }: Memory): boolean {
  return sourceMemoryId !== null || extraction !== null;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();
}
