import { DomainError } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory-store.ts';
import { toTextTerms } from '../text/memory-index.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { type ContentServices, type ContentTarget, prepareContentChange } from './change-content.ts';
import { findReplay, type Preparation } from './commit-write.ts';
import { applyContentPolicy, type Content, type ContentPolicy, type Redacted } from './content-policy.ts';
import { checkMetadata, checkWords } from './memory-input.ts';
import { getVersion, type ShownVersion } from './memory-versions.ts';

/** Prepares a new version of a memory with the complete content of an earlier one. */
export async function prepareRestore(
  services: ContentServices,
  { version, ...target }: ContentTarget & { version: number },
  idempotency?: Idempotency,
): Promise<Preparation<Redacted<Memory>>> {
  const { store, clock, contentPolicy } = services;
  const { accountId } = target;
  const replayed = await findReplay(store, accountId, idempotency, clock.now());
  if (replayed) return replayed;
  return prepareContentChange(services, target, idempotency, async (current) => {
    const { text, messages, metadata, redacted } = await toAllowed(
      accountId,
      contentPolicy,
      await getVersion(store, current, version),
    );
    return { text: { text, messages, terms: await toTextTerms(accountId, text) }, metadata, redacted };
  });
}

/** Applies the current content policy to a version, because an earlier policy may have accepted it. */
async function toAllowed(
  accountId: string,
  policy: ContentPolicy,
  { text, messages, metadata }: ShownVersion,
): Promise<Redacted<Pick<ShownVersion, 'text' | 'messages' | 'metadata'>>> {
  const content: Content = messages === null ? { text, metadata } : { messages, metadata };
  const clean = await applyContentPolicy(accountId, policy, content).catch((error: unknown) => {
    throw error instanceof DomainError ? ofVersion(error) : error;
  });
  if (clean.redacted.length === 0) return { text, messages, metadata, redacted: [] };
  // A placeholder may be longer than the secret.
  return {
    ...checkWords(clean.content),
    metadata: checkMetadata(clean.content.metadata ?? {}),
    redacted: clean.redacted,
  };
}

/** Adds the version to the errors, because the request does not contain its content. */
function ofVersion({ code, message, errors = [] }: DomainError): DomainError {
  const named = errors.map((error) => ({
    path: '/version',
    message: `refers to a version that can no longer be stored: its ${error.path.slice(1)} ${error.message}`,
  }));
  return new DomainError(code, message, { errors: named });
}
