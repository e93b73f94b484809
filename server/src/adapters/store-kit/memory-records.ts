import type { MemoryRecord } from '../../ports/records.ts';

/** Drops a lease, which no worker of another store holds. The memory is due since it became pending. */
export function withoutLease(record: MemoryRecord, isLeased: boolean): MemoryRecord {
  const pendingSince = record.memory.status === 'pending' ? record.pendingSince : null;
  const memory = isLeased ? { ...record.memory, nextAttemptAt: pendingSince } : record.memory;
  return { ...record, memory, pendingSince };
}

/** Describes the progress of ingest with a memory from another store. */
export interface IngestState {
  /** When the memory last became pending, even when it is not pending any more. */
  pendingSince: number;
  /** null unless pending. */
  nextAttemptAt: number | null;
  /** null unless the memory is ready and not archived. It may have no vectors by this embedder. */
  embedderId: string | null;
}

export function ingestStateOf({ memory, pendingSince, vectors }: MemoryRecord): IngestState {
  const { status, isArchived, nextAttemptAt, textChangedAt, createdAt } = memory;
  const since = pendingSince ?? textChangedAt ?? createdAt;
  return {
    pendingSince: since,
    nextAttemptAt: status === 'pending' ? (nextAttemptAt ?? since) : null,
    // The next server re-embeds a memory without vectors, because no embedder has this id.
    embedderId: status === 'ready' && !isArchived ? (vectors[0]?.embedderId ?? 'none') : null,
  };
}
