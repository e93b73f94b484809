import type { Clock } from '../../ports/clock.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { Memory, MemoryStore, Metadata } from '../../ports/memory-store.ts';
import { toMetadataIndex, toTextIndex } from '../text/memory-index.ts';
import { toWordsInTurns } from '../text/words.ts';
import type { Quota } from '../usage/quota.ts';
import { beforeIngest } from './before-ingest.ts';
import { findReplay, type Preparation } from './commit-write.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted } from './content-policy.ts';
import type { Idempotency } from './idempotency.ts';
import { checkMetadata, checkText, mergeMetadata } from './memory-input.ts';
import { missingMemory } from './missing-memory.ts';

export interface MemoryUpdate {
  text?: string | undefined;
  /** Merged into what is there; null removes a key. */
  metadata?: Metadata | undefined;
}

/** Writers that keep overtaking each other on one memory give up after this many rounds. */
const maxRounds = 200;

interface UpdateServices {
  store: MemoryStore;
  queue: IngestQueue;
  clock: Clock;
  contentPolicy: ContentPolicy;
}

interface UpdateTarget {
  ownerId: string;
  id: string;
  quota: Quota;
}

export async function prepareUpdate(
  services: UpdateServices,
  { update: given, ...target }: UpdateTarget & { update: MemoryUpdate },
  idempotency?: Idempotency,
): Promise<Preparation<Redacted<Memory>>> {
  const { store, clock, contentPolicy } = services;
  if (given.text === undefined && given.metadata === undefined) {
    throw invalidRequest({ path: '/text', message: 'is missing: give text, metadata or both' });
  }
  checkUpdate(given);
  const clean = await applyContentPolicy(contentPolicy, given, { removesNulls: true });
  // Again, because a placeholder may be longer than what it stands for.
  checkUpdate(clean.content);
  const replayed = await findReplay(store, target.ownerId, idempotency, clock.now());
  if (replayed) return replayed;
  const words = clean.content.text === undefined ? null : await toWordsInTurns(clean.content.text);
  return prepareRound(services, target, { given, clean, words, idempotency }, 1);
}

interface CheckedUpdate {
  given: MemoryUpdate;
  clean: Awaited<ReturnType<typeof applyContentPolicy<MemoryUpdate>>>;
  /** The words of the new text. */
  words: string[] | null;
  idempotency: Idempotency | undefined;
}

/** Applies the update to the memory as it is now. */
async function prepareRound(
  services: UpdateServices,
  target: UpdateTarget,
  update: CheckedUpdate,
  round: number,
): Promise<Preparation<Redacted<Memory>>> {
  const { store, queue, clock, contentPolicy } = services;
  const { ownerId, id, quota } = target;
  if (round > maxRounds) {
    throw new DomainError('conflict', 'Others keep changing this memory. Read it again and repeat the update.');
  }
  const current = await store.get(ownerId, id);
  if (!current) throw missingMemory();
  const { given, clean, words, idempotency } = update;
  // A placeholder for a key takes a name that nothing is stored under.
  const storedKeys = Object.keys(current.metadata);
  const { content, redacted } = clean.renamed
    ? await applyContentPolicy(contentPolicy, given, { removesNulls: true, storedKeys })
    : clean;
  const now = clock.now();
  const next = { ...applied(current, content, now), redacted };
  const { metadata, text } = next;
  const occurredAt = current.occurredAt === current.createdAt ? null : current.occurredAt;
  return {
    kind: 'prepared',
    value: next,
    commit: {
      accountId: ownerId,
      guards: [{ id, version: current.version, allowsArchived: true }],
      changes: [
        {
          ...{ kind: 'change', id, at: now },
          metadata: { metadata, index: await toMetadataIndex(metadata) },
          text: words && { text, index: toTextIndex(next, words, occurredAt), keepsOrigin: false },
        },
      ],
    },
    now,
    quota,
    idempotency,
    committed: () => {
      if (words) queue.announce(id);
    },
    again: () => prepareRound(services, target, update, round + 1),
  };
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
