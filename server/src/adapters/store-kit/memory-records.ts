import type { MemoryRecord } from '../../ports/records.ts';

/** Drops a lease, because no worker of another store has it. The memory is due since it became pending. */
export function withoutLease(record: MemoryRecord, isLeased: boolean): MemoryRecord {
  const pendingSince = record.memory.status === 'pending' ? record.pendingSince : null;
  const memory = isLeased ? { ...record.memory, nextAttemptAt: pendingSince } : record.memory;
  return { ...record, memory, pendingSince };
}

/** Returns the columns of ingest for a memory from another store. `pendingSince` is set even if it is not pending. */
export function ingestStateOf({ memory, pendingSince, vectors }: MemoryRecord) {
  const { status, isArchived, nextAttemptAt, textChangedAt, createdAt } = memory;
  const since = pendingSince ?? textChangedAt ?? createdAt;
  return {
    pendingSince: since,
    nextAttemptAt: status === 'pending' ? (nextAttemptAt ?? since) : null,
    // The next server re-embeds a ready memory without vectors, because no embedder has this id.
    embedderId: status === 'ready' && !isArchived ? (vectors[0]?.embedderId ?? 'none') : null,
  };
}
