import type { SQLOutputValue } from 'node:sqlite';
import type { Memory, MemoryOutcome, MemoryStatus } from '../../../ports/memory-store.ts';
import { toUsers } from '../../store-kit/stored-user.ts';
import { actorFromText } from './stored-actor.ts';

/** The {@link memoryColumns} of a memory. */
export interface MemoryRow {
  id: string;
  user_id: string;
  is_end_user: 0 | 1;
  agent_id: string | null;
  run_id: string | null;
  text: string;
  messages: string | null;
  metadata: string;
  status: MemoryStatus;
  outcome: MemoryOutcome | null;
  failure_code: string | null;
  failure_message: string | null;
  infer: number;
  aside: number;
  extraction: string | null;
  source_memory_id: string | null;
  entities: string;
  version: number;
  revision: number;
  changed_by: string | null;
  occurred_at: number;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
  text_changed_at: number | null;
  attempts: number;
  next_attempt_at: number | null;
}

const columns = (
  'id user_id is_end_user agent_id run_id text messages metadata status outcome failure_code failure_message infer aside ' +
  'extraction source_memory_id entities version revision changed_by occurred_at created_at updated_at expires_at text_changed_at attempts next_attempt_at'
).split(' ');

export const memoryColumns = columns.join(', ');

/**
 * Maps the values of an array row to the names of the columns. Reading an array takes half the time of reading an
 * object.
 */
export function toMemoryRow(values: readonly SQLOutputValue[]): MemoryRow {
  const row: Record<string, SQLOutputValue | undefined> = {};
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at];
  return row as unknown as MemoryRow;
}

export function toMemory(accountId: string, row: MemoryRow): Memory {
  return {
    id: row.id,
    accountId,
    text: row.text,
    messages: row.messages === null ? null : JSON.parse(row.messages),
    ...toUsers(accountId, { userId: row.user_id, isEndUser: row.is_end_user === 1 }),
    agentId: row.agent_id,
    runId: row.run_id,
    metadata: JSON.parse(row.metadata),
    status: row.status,
    outcome: row.status === 'ready' ? row.outcome : null,
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    infer: row.infer === 1,
    isArchived: row.aside === 1,
    extraction: row.extraction === null ? null : JSON.parse(row.extraction),
    sourceMemoryId: row.source_memory_id,
    entities: JSON.parse(row.entities),
    version: row.version,
    revision: row.revision,
    changedBy: actorFromText(row.changed_by),
    occurredAt: row.occurred_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    textChangedAt: row.text_changed_at,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
  };
}
