import type { Extractor } from '../../../ports/extractor.ts';
import type { Identifiers } from '../../../ports/identifiers.ts';
import { type Memory, workerActor } from '../../../ports/memory.ts';
import { type Commit, toArchive, toContentChange, toExtract, type VersionGuard } from '../../memories/changes.ts';
import type { Claim } from '../../memories/claim.ts';
import { toInsert, toNewMemory } from '../../memories/create-memory.ts';
import type { SearchServices } from '../../search/search-memories.ts';
import { toChunks } from '../../text/chunk.ts';
import { toMemoryIndex, toTextIndex, toTextTerms } from '../../text/memory-index.ts';
import type { DecidedFact } from './compare-facts.v1.ts';
import { decideFacts, findNeighbours } from './decide-facts.ts';
import { toExtractFactsTask, toFacts } from './extract-facts.v1.ts';
import { generate, isUnfinished, withoutSecrets } from './generate.ts';

/**
 * Extracts the facts of a claimed memory and compares them with the existing memories. The resulting commit is written
 * only if no memory that it relies on has changed. Resolves to undefined if the memory is gone.
 * @throws {ExtractorError} when the model does not respond, or its responses do not match the task
 * @throws {EmbedderError} when semantic search is unavailable, so that facts cannot be compared
 */
export type Infer = (claim: Claim) => Promise<Commit | undefined>;

/** While the text stays the same, the model reads each part of it once, even if the inference is repeated. */
export function startInference(services: SearchServices & { extractor: Extractor; identifiers: Identifiers }): Infer {
  const { store, extractor, clock, identifiers } = services;
  const known: FactsByPart = new Map();
  return async (claim) => {
    const written = await store.get(claim.accountId, claim.id);
    if (!written) return undefined;
    const facts = await collectFacts(extractor, written, known);
    const decided = await decideFacts(extractor, await findNeighbours(services, written, facts));
    return toExtractionCommit(identifiers, { claim, written, at: clock.now() }, decided);
  };
}

/** Longer texts are read in parts, so that they fit models with short context windows. In Latin characters. */
const partLength = 12_000;
/** All facts of a text this short fit into one response. In UTF-16 units. */
const minPartLength = 1_500;

/** The facts of each part of a text that was read; null if they do not fit into a response. */
type FactsByPart = Map<string, readonly string[] | null>;

/** @param known the parts that were read before; receives the others */
async function collectFacts(extractor: Extractor, memory: Memory, known: FactsByPart): Promise<string[]> {
  /** A part with more facts than fit into a response is read in pieces. */
  async function factsIn(part: string): Promise<readonly string[]> {
    let facts = known.get(part);
    if (facts === undefined) {
      const task = toExtractFactsTask(part, memory.occurredAt);
      facts = await generate(extractor, task, (output) => toFacts(output, part)).catch((error: unknown) => {
        if (isUnfinished(error) && part.length > minPartLength) return null;
        throw error;
      });
      known.set(part, facts);
    }
    if (facts !== null) return facts;
    const ofPieces = [];
    for (const piece of await toParts({ accountId: memory.accountId, text: part, messages: null }, part.length / 2)) {
      ofPieces.push(...(await factsIn(piece)));
    }
    return ofPieces;
  }
  const facts = new Map<string, string>();
  for (const part of await toParts(memory, partLength)) {
    for (const fact of await factsIn(part)) {
      const text = await withoutSecrets(memory.accountId, fact);
      facts.set(plain(text), facts.get(plain(text)) ?? text);
    }
  }
  return [...facts.values()];
}

function toParts(memory: Pick<Memory, 'accountId' | 'text' | 'messages'>, targetLength: number): Promise<string[]> {
  return toChunks(memory, { targetLength, overlapLength: 0 });
}

/** Facts are equal if they differ only in case, blanks and final stops. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(?<![.!])[.!]+$/, '')
    .trim();
}

/** The first added fact replaces the text; without one, the memory is archived. Guards protect what it relies on. */
async function toExtractionCommit(
  identifiers: Identifiers,
  { claim, written, at }: { claim: Claim; written: Memory; at: number },
  decided: readonly DecidedFact[],
): Promise<Commit> {
  const { accountId, traceParent } = claim;
  const guards: VersionGuard[] = [{ id: written.id, version: written.version }];
  const added: string[] = [];
  /** Changes of memories that a fact completes, by their ids. */
  const completed = new Map<string, Commit['changes'][number]>();
  let duplicateOf: string | null = null;
  for (const one of decided) {
    if (one.action === 'add') {
      added.push(one.fact);
      continue;
    }
    const { id, version, revision, sourceMemoryId, extraction } = one.known;
    // Only facts of an extraction are rewritten, never texts that a person wrote.
    const isFact = sourceMemoryId !== null || extraction !== null;
    if (one.action === 'duplicate') duplicateOf ??= id;
    else if (!isFact || completed.has(id)) {
      // The model compared the fact with a text that another fact has replaced, or that a person wrote.
      added.push(one.fact);
      continue;
    } else {
      const text = await indexed(one.known, await withoutSecrets(accountId, one.text));
      completed.set(id, toContentChange(one.known, { at, by: workerActor, text, keepsOrigin: true }));
    }
    guards.push({ id, version, revision });
  }
  const [first, ...further] = added;
  if (first === undefined) {
    const extraction = { duplicateOf, extractedIds: [...completed.keys()], originalText: null };
    const outcome = completed.size > 0 ? 'extracted' : duplicateOf === null ? 'nothing_to_store' : 'duplicate';
    const changes = [toArchive(claim, { outcome, extraction }), ...completed.values()];
    return { accountId, guards, changes, traceParent };
  }
  const inserted = await Promise.all(further.map((text) => toInsertion(identifiers, written, text, at)));
  const extractedIds = [written.id, ...inserted.map(({ memory }) => memory.id), ...completed.keys()];
  const extraction = { duplicateOf: null, extractedIds, originalText: written.text };
  const extracted = toExtract(claim, at, await indexed(written, first), extraction);
  return { accountId, guards, changes: [extracted, ...inserted, ...completed.values()], traceParent };
}

async function toInsertion(
  identifiers: Identifiers,
  { accountId, userId, endUserId, agentId, runId, metadata, expiresAt, ...written }: Memory,
  text: string,
  now: number,
) {
  const id = identifiers.memory();
  const occurredAt = statedTime(written);
  const fields = { id, accountId, text, messages: null, userId, endUserId, agentId, runId, metadata, expiresAt };
  const memory = { ...toNewMemory(fields, { now, occurredAt, by: workerActor }), sourceMemoryId: written.id };
  return toInsert(memory, await toMemoryIndex(memory, occurredAt));
}

async function indexed(memory: Memory, text: string) {
  const terms = await toTextTerms(memory.accountId, text);
  return { text, ...toTextIndex({ ...memory, text, messages: null }, terms, statedTime(memory)) };
}

/** The time that the caller set for the memory; null if there is none. */
function statedTime({ occurredAt, createdAt }: Pick<Memory, 'occurredAt' | 'createdAt'>): number | null {
  return occurredAt === createdAt ? null : occurredAt;
}
