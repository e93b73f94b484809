import type { Memory, RemoveChange } from '../../ports/memory-store.ts';
import type { WebhookEvent, WebhookEventType } from '../events/kinds.ts';
import type { PatchChange } from './prepare-commit.ts';

/** Far more revisions than a version of a memory has. */
const revisionsOfVersion = 2 ** 20;

export function removalEvent({ id, expired }: Pick<RemoveChange, 'id' | 'expired'>): WebhookEvent {
  const type = expired ? 'memory.expired' : 'memory.deleted';
  return { type, memoryId: id, version: null, detail: {}, order: Number.MAX_SAFE_INTEGER };
}

/** Returns the event of a change; null if it has none. @param memory the memory before the change */
export function eventOf(
  change: PatchChange,
  { id: memoryId, version, revision, outcome }: Pick<Memory, 'id' | 'version' | 'revision' | 'outcome'>,
): WebhookEvent | null {
  // Ingest ends after the update that began it, with the version and revision of that update.
  const ended = (type: WebhookEventType, detail: WebhookEvent['detail']) => ({
    ...{ type, memoryId, version, detail },
    order: orderOf(version, revision) + 1,
  });
  switch (change.kind) {
    case 'change': {
      const next = orderOf(version + 1, revision + Number(change.text !== null));
      return { type: 'memory.updated', memoryId, version: version + 1, detail: {}, order: next };
    }
    case 'complete':
      if (change.claim.purpose === 'reembed') return null;
      return ended('memory.ready', { outcome: outcome ?? 'stored' });
    case 'archive':
      return ended('memory.ready', { outcome: change.outcome });
    case 'fail':
      return change.retryAt === null ? ended('memory.failed', { failure_code: change.failure.code }) : null;
    default:
      return null;
  }
}

/** The version and the revision of a memory never decrease. */
function orderOf(version: number, revision: number): number {
  return (version * revisionsOfVersion + revision) * 2;
}
