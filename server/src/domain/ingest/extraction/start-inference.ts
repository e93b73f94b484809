import pLimit from 'p-limit';
import type { Clock } from '../../../ports/clock.ts';
import { type Embedder, EmbedderError } from '../../../ports/embedder.ts';
import { type ExtractionTask, type Extractor, ExtractorError } from '../../../ports/extractor.ts';
import type { Identifiers } from '../../../ports/identifiers.ts';
import type { Change, Claim, Commit, Memory, MemoryStore, VersionGuard } from '../../../ports/memory-store.ts';
import { beforeIngest } from '../../memories/before-ingest.ts';
import { applyContentPolicy } from '../../memories/content-policy.ts';
import type { RankedSearch } from '../../search/ranked-search.ts';
import { searchMemories } from '../../search/search-memories.ts';
import { toChunks } from '../../text/chunk.ts';
import { toMemoryIndex, toTextIndex } from '../../text/memory-index.ts';
import { toProjects } from '../../text/projects.ts';
import { toWordsInTurns } from '../../text/words.ts';
import { type Decision, factsPerQuestion, knownLongest, toCompareFactsTask, toDecisions } from './compare-facts.v1.ts';
import { toExtractFactsTask, toFacts } from './extract-facts.v1.ts';

/** Longer texts are read part by part, so that models with short windows take them. In Latin characters. */
const partLength = 12_000;
/** Of a text as short as this all facts fit into one answer. In UTF-16 units. */
const shortestPart = 1_500;
/** Facts and the memories near to them in one question, in UTF-16 units. */
const questionLength = 24_000;
/** How many memories each fact is compared with. */
const neighboursMost = 5;
/** Searches for them at once: a text may hold hundreds of facts, and others search meanwhile. */
const searchesAtOnce = 4;
/** Some of those found belong to another agent or project. */
const searchedMost = 20;
/** A model that answers beside the question is asked this often. */
const questionsMost = 2;

/** A fact, and the memories it is compared with. */
interface ComparedFact {
  fact: string;
  near: readonly Memory[];
}

/** What becomes of a fact; `text` takes the place of what the memory said. */
type Fate = { fact: string } & (
  | { action: 'add' }
  | { action: 'duplicate'; known: Memory }
  | { action: 'update'; known: Memory; text: string }
);

/** What was said of a part of a text; null: more than fits into an answer. */
type FactsByPart = Map<string, readonly string[] | null>;

export interface InferenceServices {
  store: MemoryStore;
  rankedSearch: RankedSearch;
  extractor: Extractor;
  embedder: Embedder;
  clock: Clock;
  identifiers: Identifiers;
}

/**
 * Finds out what is to be stored of a memory, by the facts compared with what is known at that time: all of it is written
 * together, and only while nothing that it relies on has changed. Undefined when the memory is gone.
 * @throws {ExtractorError} when the model does not answer, or not what was asked for
 * @throws {EmbedderError} when facts can not be compared by meaning
 */
export type Infer = (claim: Claim) => Promise<Commit | undefined>;

/**
 * For a memory that was written with `infer`, as long as its text stays the same: however often it has to be tried, what
 * the text holds is asked for once.
 */
export function startInference(services: InferenceServices): Infer {
  const known: FactsByPart = new Map();
  return async (claim) => {
    const written = await services.store.get(claim.ownerId, claim.id);
    if (!written) return undefined;
    const facts = await factsOf(services.extractor, written, known);
    const fates = await decideAll(services.extractor, await comparedWith(services, written, facts));
    return toCommit(services, claim, written, fates);
  };
}

async function toCommit(
  services: InferenceServices,
  claim: Claim,
  written: Memory,
  fates: readonly Fate[],
): Promise<Commit> {
  const at = services.clock.now();
  const completed = new Map<string, Change>();
  const added: string[] = [];
  const guards: VersionGuard[] = [{ id: written.id, version: written.version }];
  let duplicateOf: string | null = null;
  for (const fate of fates) {
    if (fate.action === 'add') added.push(fate.fact);
    else if (fate.action === 'duplicate') {
      duplicateOf ??= fate.known.id;
      guards.push({ id: fate.known.id, version: fate.known.version });
    } else if (!isFact(fate.known) || completed.has(fate.known.id)) {
      // The model compared the fact with a text that another fact has replaced, or that somebody wrote word by word.
      added.push(fate.fact);
    } else {
      const { id, version } = fate.known;
      const text = await withoutSecrets(fate.text);
      const index = await textIndexOf(fate.known, text);
      guards.push({ id, version });
      completed.set(id, { kind: 'change', id, at, metadata: null, text: { text, index, keepsOrigin: true } });
    }
  }
  const changes = await toChanges(services, { claim, written, at }, { added, completed, duplicateOf });
  return { accountId: claim.ownerId, guards, changes, traceParent: claim.traceParent };
}

/** The first added fact takes the place of the text; without any, the memory is archived. */
async function toChanges(
  services: InferenceServices,
  { claim, written, at }: { claim: Claim; written: Memory; at: number },
  found: { added: readonly string[]; completed: ReadonlyMap<string, Change>; duplicateOf: string | null },
): Promise<Change[]> {
  const { added, completed, duplicateOf } = found;
  const [first, ...further] = added;
  if (first === undefined) {
    const extraction = { duplicateOf, extractedIds: [...completed.keys()], originalText: null };
    const outcome = completed.size > 0 ? 'extracted' : duplicateOf === null ? 'nothing_to_store' : 'duplicate';
    return [{ kind: 'archive', claim, outcome, extraction }, ...completed.values()];
  }
  const others = await Promise.all(further.map((text) => toAdded(services, written, text, at)));
  const extractedIds = [written.id, ...others.map(({ memory }) => memory.id), ...completed.keys()];
  const extraction = { duplicateOf: null, extractedIds, originalText: written.text };
  const index = await textIndexOf(written, first);
  return [
    { kind: 'extract', claim, at, text: first, index, extraction },
    ...others.map(({ memory, index: ofMemory }): Change => ({ kind: 'insert', memory, index: ofMemory })),
    ...completed.values(),
  ];
}

async function factsOf(extractor: Extractor, written: Memory, known: FactsByPart): Promise<string[]> {
  const facts = new Map<string, string>();
  for (const part of await toParts(written, partLength)) {
    for (const fact of await factsIn(extractor, part, written.occurredAt, known)) {
      const text = await withoutSecrets(fact);
      facts.set(plain(text), facts.get(plain(text)) ?? text);
    }
  }
  return [...facts.values()];
}

/** Of a part that holds more facts than fit into an answer, piece by piece. */
async function factsIn(
  extractor: Extractor,
  part: string,
  writtenAt: number,
  known: FactsByPart,
): Promise<readonly string[]> {
  let facts = known.get(part);
  if (facts === undefined) {
    facts = await askForFacts(extractor, part, writtenAt);
    known.set(part, facts);
  }
  if (facts !== null) return facts;
  const ofPieces = [];
  for (const piece of await toParts({ text: part, messages: null }, part.length / 2)) {
    ofPieces.push(...(await factsIn(extractor, piece, writtenAt, known)));
  }
  return ofPieces;
}

/** null: they are more than fit into an answer. */
async function askForFacts(extractor: Extractor, part: string, writtenAt: number): Promise<readonly string[] | null> {
  try {
    return await ask(extractor, toExtractFactsTask(part, writtenAt), (answer) => toFacts(answer, part));
  } catch (error) {
    if (isUnfinished(error) && part.length > shortestPart) return null;
    throw error;
  }
}

function toParts(memory: Pick<Memory, 'text' | 'messages'>, targetLength: number): Promise<string[]> {
  return toChunks(memory, { targetLength, overlapLength: 0 });
}

/** Each fact with the nearest memories of the same user, agent and project. */
async function comparedWith(
  services: InferenceServices,
  written: Memory,
  facts: readonly string[],
): Promise<ComparedFact[]> {
  const { ownerId, userId, agentId } = written;
  const projects = toProjects(written.metadata).toSorted().join('\n');
  // A memory that is near to many facts is held once.
  const known = new Map<string, Memory>();
  const limited = pLimit(searchesAtOnce);
  const compare = async (fact: string): Promise<ComparedFact> => {
    const search = { ownerId, query: fact, userId, agentId: agentId ?? undefined, topK: searchedMost, filters: {} };
    const { hits, comparesMeaning } = await searchMemories(services, search);
    if (!comparesMeaning) throw new EmbedderError('facts can not be compared by meaning', { retryable: true });
    const near = hits
      .map(({ memory }) => memory)
      .filter((memory) => memory.id !== written.id && !memory.infer && memory.agentId === agentId)
      .filter((memory) => toProjects(memory.metadata).toSorted().join('\n') === projects)
      .slice(0, neighboursMost);
    for (const memory of near) known.set(memory.id, known.get(memory.id) ?? memory);
    return { fact, near: near.map(({ id }) => known.get(id) as Memory) };
  };
  let failed = false;
  return Promise.all(
    facts.map((fact) =>
      limited(async () => {
        // Whoever waits for all of them has been told already.
        if (failed) return { fact, near: [] };
        try {
          return await compare(fact);
        } catch (error) {
          failed = true;
          throw error;
        }
      }),
    ),
  );
}

async function decideAll(extractor: Extractor, compared: readonly ComparedFact[]): Promise<Fate[]> {
  const fates: Fate[] = [];
  for (const some of toQuestions(compared)) fates.push(...(await decide(extractor, some)));
  return fates;
}

/** As many facts together as a question takes, in their order. */
function* toQuestions(compared: readonly ComparedFact[]): Generator<ComparedFact[]> {
  let some: ComparedFact[] = [];
  let length = 0;
  for (const one of compared) {
    const more = one.near.reduce((sum, { text }) => sum + Math.min(text.length, knownLongest), one.fact.length);
    if (some.length === factsPerQuestion || (some.length > 0 && length + more > questionLength)) {
      yield some;
      some = [];
      length = 0;
    }
    some.push(one);
    length += more;
  }
  if (some.length > 0) yield some;
}

/** Of more than fit into an answer, half by half. */
async function decide(extractor: Extractor, compared: readonly ComparedFact[]): Promise<Fate[]> {
  const known = [...new Set(compared.flatMap(({ near }) => near))];
  if (known.length === 0) return compared.map(({ fact }) => ({ fact, action: 'add' }));
  const comparison = { facts: compared.map(({ fact }) => fact), known: known.map(({ text }) => text) };
  let decisions: readonly Decision[];
  try {
    decisions = await ask(extractor, toCompareFactsTask(comparison), (answer) => toDecisions(answer, comparison));
  } catch (error) {
    if (!isUnfinished(error) || compared.length === 1) throw error;
    const middle = Math.ceil(compared.length / 2);
    const first = await decide(extractor, compared.slice(0, middle));
    return [...first, ...(await decide(extractor, compared.slice(middle)))];
  }
  return decisions.map((decision, index): Fate => {
    const fact = comparison.facts[index] as string;
    if (decision.action === 'add') return { fact, action: 'add' };
    return { ...decision, fact, known: known[decision.memory - 1] as Memory };
  });
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

function isUnfinished(error: unknown): boolean {
  return error instanceof ExtractorError && error.unfinished;
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
    .replace(/(?<![.!])[.!]+$/, '')
    .trim();
}
