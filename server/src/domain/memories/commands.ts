import type { RecordStore, Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import { keptResponses } from '../usage/kinds.ts';
import { claimCommands } from './claim-commands.ts';
import { commitMemories } from './commit-memories.ts';
import { memoryDeletionCommands, memoryDeletionQueries } from './deletion-commands.ts';
import { memoryReads } from './memory-queries.ts';

const maxPurged = 1_000;

export const memoryCommands = {
  commitMemories,
  ...claimCommands,
  ...memoryDeletionCommands,

  /** Removes stored responses that have expired. @returns how many there were, at most a slice */
  purgeResponses: (tx: Transaction): Promise<number> =>
    deleteFound(tx, keptResponses, 'expiry', { of: [], expired: 'only', limit: maxPurged }),
};

export const memoryQueries = { ...memoryReads, ...memoryDeletionQueries };

export type MemoryRecords = RecordStore<typeof memoryCommands, typeof memoryQueries>;
