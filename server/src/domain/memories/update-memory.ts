import type { Clock } from '../../ports/clock.ts';
import { DomainError, invalidRequest } from '../../ports/errors.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';
import type { ContentChange, Memory, MemoryStore, Metadata } from '../../ports/memory-store.ts';
import { toMetadataIndex, toTextIndex, toTextTerms } from '../text/memory-index.ts';
import type { AccountQuota } from '../usage/quota.ts';
import { findReplay, type Idempotency, missingMemory, type Preparation } from './commit-write.ts';
import { applyContentPolicy, type ContentPolicy, type Redacted } from './content-policy.ts';
import { beforeIngest } from './create-memory.ts';
import { checkMergedSize, checkMetadata, checkText, mergeMetadata } from './memory-input.ts';

export interface MemoryUpdate {
  text?: string | undefined;
  /** Merged into the stored metadata; null removes a key. */
  metadata?: Metadata | undefined;
}

/** An update gives up after this many rounds in which other writers were faster. */
const maxRounds = 200;

interface UpdateServices {
  store: MemoryStore;
  queue: IngestQueue;
  clock: Clock;
  contentPolicy: ContentPolicy;
}

interface UpdateTarget {
  accountId: string;
  id: string;
  /** The user whose memory it must be. @default any user */
  userId?: string;
  quota: AccountQuota;
  update: MemoryUpdate;
}

export async function prepareUpdate(
  { store, queue, clock, contentPolicy }: UpdateServices,
  { accountId, id, userId, quota, update: given }: UpdateTarget,
  idempotency?: Idempotency,
): Promise<Preparation<Redacted<Memory>>> {
  if (given.text === undefined && given.metadata === undefined) {
    throw invalidRequest({ path: '/text', message: 'is missing: give text, metadata or both' });
  }
  checkUpdate(given);
  const clean = await applyContentPolicy(accountId, contentPolicy, given, { removesNulls: true });
  // Checked again, because a placeholder may be longer than the secret.
  checkUpdate(clean.content);
  const replayed = await findReplay(store, accountId, idempotency, clock.now());
  if (replayed) {
    // Earlier servers kept the text of a response after the deletion of its memory.
    if (replayed.response.memoryId === null && !(await store.get(accountId, id))) throw missingMemory();
    return replayed;
  }
  const terms = clean.content.text === undefined ? null : await toTextTerms(accountId, clean.content.text);
  return prepareRound(1);

  /** Applies the update to the memory as it is now. */
  async function prepareRound(round: number): Promise<Preparation<Redacted<Memory>>> {
    if (round > maxRounds) {
      throw new DomainError('conflict', 'Others keep changing this memory. Read it again and repeat the update.');
    }
    const current = await store.get(accountId, id);
    if (!current || (userId ?? current.userId) !== current.userId) throw missingMemory();
    // The placeholder of a key must not be the name of a stored key.
    const storedKeys = Object.keys(current.metadata);
    const { content, redacted } = clean.renamed
      ? await applyContentPolicy(accountId, contentPolicy, given, { removesNulls: true, storedKeys })
      : clean;
    const now = clock.now();
    const next = { ...applied(current, content, now), redacted };
    const { metadata, text } = next;
    const occurredAt = current.occurredAt === current.createdAt ? null : current.occurredAt;
    const change: ContentChange = {
      ...{ kind: 'change', id, at: now },
      metadata: { metadata, index: await toMetadataIndex(accountId, metadata) },
      text: terms && { text, index: toTextIndex(next, terms, occurredAt), keepsOrigin: false },
    };
    const guards = [{ id, version: current.version, allowsArchived: true }];
    return {
      kind: 'prepared',
      value: next,
      commit: { accountId, guards, changes: [change] },
      ...{ now, quota, idempotency },
      committed: () => {
        if (terms) queue.announce(id);
      },
      again: () => prepareRound(round + 1),
    };
  }
}

function checkUpdate({ text, metadata }: MemoryUpdate): void {
  if (text !== undefined) checkText(text);
  if (metadata) checkMetadata(metadata);
}

/** The memory as it will be once the update is written. */
function applied(memory: Memory, { text, metadata }: MemoryUpdate, now: number): Memory {
  const merged = metadata ? checkMergedSize(mergeMetadata(memory.metadata, metadata)) : memory.metadata;
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
