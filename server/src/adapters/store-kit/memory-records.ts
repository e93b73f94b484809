import type { MemoryRecord } from '../../ports/records.ts';

/** Leaves out a lease, because no worker of another store holds it: the memory is due since it became pending. */
export function withoutLease(record: MemoryRecord, isLeased: boolean): MemoryRecord {
  const pendingSince = record.memory.status === 'pending' ? record.pendingSince : null;
  const memory = isLeased ? { ...record.memory, nextAttemptAt: pendingSince } : record.memory;
  return { ...record, memory, pendingSince };
}

/** How far ingest is with a memory that comes from another store. */
export interface IngestState {
  /** Also for a memory that is not pending: when it last began to be. */
  pendingSince: number;
  /** null unless pending. */
  nextAttemptAt: number | null;
  /** null unless the memory is ready and not archived. The embedder may have made no vectors of it. */
  embedderId: string | null;
}

export function ingestStateOf({ memory, pendingSince, vectors }: MemoryRecord): IngestState {
  const { status, isAside, nextAttemptAt, textChangedAt, createdAt } = memory;
  const since = pendingSince ?? textChangedAt ?? createdAt;
  return {
    pendingSince: since,
    nextAttemptAt: status === 'pending' ? (nextAttemptAt ?? since) : null,
    // The server that starts with this store tries anew what no embedder has made a vector of.
    embedderId: status === 'ready' && !isAside ? (vectors[0]?.embedderId ?? 'none') : null,
  };
}
