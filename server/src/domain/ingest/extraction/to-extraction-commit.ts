import type { Identifiers } from '../../../ports/identifiers.ts';
import type { Change, Claim, Commit, InsertChange, Memory, VersionGuard } from '../../../ports/memory-store.ts';
import { toNewMemory } from '../../memories/before-ingest.ts';
import { toMemoryIndex, toTextIndex } from '../../text/memory-index.ts';
import { toWordsYielding } from '../../text/words.ts';
import type { DecidedFact } from './decide-facts.ts';
import { withoutSecrets } from './generate.ts';

/** A memory that is extracted, and when. */
interface Source {
  claim: Claim;
  written: Memory;
  at: number;
}

interface SortedFacts {
  /** Facts that become memories. */
  added: string[];
  /** Changes of memories that a fact completes, by their ids. */
  completed: Map<string, Change>;
  duplicateOf: string | null;
}

/** The changes that decided facts lead to. The guards hold the versions of all memories that they rely on. */
export async function toExtractionCommit(
  identifiers: Identifiers,
  source: Source,
  decided: readonly DecidedFact[],
): Promise<Commit> {
  const { claim, written, at } = source;
  const guards: VersionGuard[] = [{ id: written.id, version: written.version }];
  const facts: SortedFacts = { added: [], completed: new Map(), duplicateOf: null };
  for (const one of decided) {
    if (one.action === 'add') {
      facts.added.push(one.fact);
      continue;
    }
    const { id, version } = one.known;
    if (one.action === 'duplicate') facts.duplicateOf ??= id;
    else if (!isFact(one.known) || facts.completed.has(id)) {
      // The model compared the fact with a text that another fact has replaced, or that a person wrote word by word.
      facts.added.push(one.fact);
      continue;
    } else {
      const text = await withoutSecrets(one.text);
      const index = await textIndexOf(one.known, text);
      facts.completed.set(id, { kind: 'change', id, at, metadata: null, text: { text, index, keepsOrigin: true } });
    }
    guards.push({ id, version });
  }
  const changes = await toChanges(identifiers, source, facts);
  return { accountId: claim.accountId, guards, changes, traceParent: claim.traceParent };
}

/** The first added fact replaces the text; without any, the memory is archived. */
async function toChanges(
  identifiers: Identifiers,
  { claim, written, at }: Source,
  { added: [first, ...further], completed, duplicateOf }: SortedFacts,
): Promise<Change[]> {
  if (first === undefined) {
    const extraction = { duplicateOf, extractedIds: [...completed.keys()], originalText: null };
    const outcome = completed.size > 0 ? 'extracted' : duplicateOf === null ? 'nothing_to_store' : 'duplicate';
    return [{ kind: 'archive', claim, outcome, extraction }, ...completed.values()];
  }
  const inserted = await Promise.all(further.map((text) => toInsertion(identifiers, written, text, at)));
  const extractedIds = [written.id, ...inserted.map(({ memory }) => memory.id), ...completed.keys()];
  const extraction = { duplicateOf: null, extractedIds, originalText: written.text };
  const index = await textIndexOf(written, first);
  return [{ kind: 'extract', claim, at, text: first, index, extraction }, ...inserted, ...completed.values()];
}

async function toInsertion(
  identifiers: Identifiers,
  { accountId, userId, agentId, runId, metadata, ...written }: Memory,
  text: string,
  now: number,
): Promise<InsertChange> {
  const id = identifiers.memory();
  const occurredAt = statedTime(written);
  const fields = { id, accountId, text, messages: null, userId, agentId, runId, metadata };
  const memory = { ...toNewMemory(fields, { now, occurredAt }), sourceMemoryId: written.id };
  return { kind: 'insert', memory, index: await toMemoryIndex(memory, occurredAt) };
}

async function textIndexOf(memory: Memory, text: string) {
  return toTextIndex({ ...memory, text, messages: null }, await toWordsYielding(text), statedTime(memory));
}

/** The time that the caller gave for the memory; null: none. */
function statedTime({ occurredAt, createdAt }: Pick<Memory, 'occurredAt' | 'createdAt'>): number | null {
  return occurredAt === createdAt ? null : occurredAt;
}

/** Only facts of an extraction are rewritten, never the words of a person. */
function isFact({ sourceMemoryId, extraction }: Memory): boolean {
  return sourceMemoryId !== null || extraction !== null;
}
