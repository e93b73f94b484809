import type { Clock } from '../../ports/clock.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, MemoryStore, Metadata } from '../../ports/memory-store.ts';
import { toMetadataIndex, toTextIndex } from '../text/memory-index.ts';
import { toWordsInTurns } from '../text/words.ts';
import { overLimit, type Quota } from '../usage/quota.ts';
import { beforeIngest } from './before-ingest.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted } from './content-policy.ts';
import { type Answered, type Idempotency, type Present, replay, toOnce } from './idempotency.ts';
import { checkMetadata, checkText, mergeMetadata } from './memory-input.ts';
import { missingMemory } from './missing-memory.ts';
import { findReplay } from './replayed-answer.ts';

export interface MemoryUpdate {
  text?: string | undefined;
  /** Merged into what is there; null removes a key. */
  metadata?: Metadata | undefined;
}

/** Writers that keep overtaking each other on one memory give up after this many rounds. */
const roundsMost = 200;

export async function updateMemory(
  {
    store,
    queue,
    clock,
    contentPolicy,
  }: { store: MemoryStore; queue: IngestQueue; clock: Clock; contentPolicy: ContentPolicy },
  { ownerId, id, update: given, quota }: { ownerId: string; id: string; update: MemoryUpdate; quota: Quota },
  present: Present<Redacted<Memory>>,
  idempotency?: Idempotency,
): Promise<Answered<Redacted<Memory>>> {
  if (given.text === undefined && given.metadata === undefined) {
    throw invalidRequest({ path: '/text', message: 'is missing: give text, metadata or both' });
  }
  checkUpdate(given);
  let clean = await applyContentPolicy(contentPolicy, given, { removesNulls: true });
  // Again, because a placeholder may be longer than what it stands for.
  checkUpdate(clean.content);
  const replayed = await findReplay(store, ownerId, idempotency, clock.now());
  if (replayed) return replayed;
  const words = clean.content.text === undefined ? null : await toWordsInTurns(clean.content.text);

  for (let round = 0; round < roundsMost; round++) {
    const current = await store.get(ownerId, id);
    if (!current) throw missingMemory();
    if (clean.renamed) {
      // A placeholder for a key takes a name that nothing is stored under.
      const storedKeys = Object.keys(current.metadata);
      clean = await applyContentPolicy(contentPolicy, given, { removesNulls: true, storedKeys });
    }
    const { content: update, redacted } = clean;
    const now = clock.now();
    const next = { ...applied(current, update, now), redacted };
    const occurredAt = current.occurredAt === current.createdAt ? null : current.occurredAt;
    const result = await store.change(
      {
        ownerId,
        id,
        expectedVersion: current.version,
        updatedAt: now,
        metadata: next.metadata,
        index: await toMetadataIndex(next.metadata),
        text: words && { ...toTextIndex(next, words, occurredAt), text: next.text, nextAttemptAt: now },
      },
      quota,
      toOnce(idempotency, present, next, now),
    );
    if (result.kind === 'replayed') return replay(idempotency, result.answer);
    if (result.kind === 'missing') throw missingMemory();
    if (result.kind === 'over_limit') throw overLimit(quota, result, now);
    if (result.kind === 'written') {
      if (update.text !== undefined) queue.announce(id);
      return { kind: 'done', value: next };
    }
  }
  throw new DomainError('conflict', 'Others keep changing this memory. Read it again and repeat the update.');
}

function checkUpdate({ text, metadata }: MemoryUpdate): void {
  if (text !== undefined) checkText(text);
  if (metadata) checkMetadata(metadata);
}

/** The memory as it will be once the update is written. */
function applied(memory: Memory, { text, metadata }: MemoryUpdate, now: number): Memory {
  const merged = metadata ? checkMetadata(mergeMetadata(memory.metadata, metadata)) : memory.metadata;
  const next: Memory = { ...memory, metadata: merged, version: memory.version + 1, updatedAt: now };
  if (text === undefined) return next;
  return {
    ...next,
    text,
    messages: null,
    textChangedAt: now,
    ...beforeIngest(now),
  };
}
