import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, Metadata } from '../../ports/memory-store.ts';
import { toTextTerms } from '../text/memory-index.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { type ContentServices, type ContentTarget, prepareContentChange } from './change-content.ts';
import { findReplay, type Preparation } from './commit-write.ts';
import { applyContentPolicy, type Redacted } from './content-policy.ts';
import { checkExpiryTime } from './expiry-time.ts';
import { checkMergedSize, checkMetadata, checkText, mergeMetadata } from './memory-input.ts';

export interface MemoryUpdate {
  text?: string | undefined;
  /** Merged into the stored metadata; null removes a key. */
  metadata?: Metadata | undefined;
  /** null removes the expiry. */
  expiresAt?: number | null | undefined;
}

export async function prepareUpdate(
  services: ContentServices,
  { update: given, ...target }: ContentTarget & { update: MemoryUpdate },
  idempotency?: Idempotency,
): Promise<Preparation<Redacted<Memory>>> {
  const { expiresAt, ...content } = given;
  if (Object.values(given).every((one) => one === undefined)) {
    throw invalidRequest({ path: '/text', message: 'is missing: send text, metadata or both' });
  }
  const { store, clock, contentPolicy } = services;
  const { accountId } = target;
  checkUpdate(content);
  const clean = await applyContentPolicy(accountId, contentPolicy, content, { removesNulls: true });
  // Checked again, because a placeholder may be longer than the secret.
  checkUpdate(clean.content);
  const replayed = await findReplay(store, accountId, idempotency, clock.now());
  if (replayed) return replayed;
  checkExpiryTime(expiresAt, clock.now());
  const { text } = clean.content;
  const newText = text === undefined ? null : { text, messages: null, terms: await toTextTerms(accountId, text) };
  return prepareContentChange(services, target, idempotency, async (current) => {
    // The placeholder of a key must differ from the name of a stored key.
    const storedKeys = Object.keys(current.metadata);
    const { content: allowed, redacted } = clean.renamed
      ? await applyContentPolicy(accountId, contentPolicy, content, { removesNulls: true, storedKeys })
      : clean;
    const { metadata } = allowed;
    const merged = metadata ? checkMergedSize(mergeMetadata(current.metadata, metadata)) : current.metadata;
    return { text: newText, metadata: merged, expiresAt, redacted };
  });
}

function checkUpdate({ text, metadata }: Pick<MemoryUpdate, 'text' | 'metadata'>): void {
  if (text !== undefined) checkText(text);
  if (metadata) checkMetadata(metadata);
}
