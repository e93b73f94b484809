import type { Collection, Filter } from 'mongodb';
import type { IngestClaimOptions } from '../../../ports/memory-store.ts';
import type { Due } from '../../store-kit/fair-claims.ts';
import type { MemoryDocument } from '../schema/documents.ts';
import { live } from './expiry.ts';

/** The filters of one search for memories to claim. */
export interface DueQuery {
  memories: Collection<MemoryDocument>;
  options: IngestClaimOptions;
  /** Selects memories that are due. */
  due: Filter<MemoryDocument>;
  /** Selects memories that are due and not quarantined. */
  notQuarantined: Filter<MemoryDocument>;
  /** Maps each {@link extractionKey} to the memory that facts are being extracted from. */
  extractions: ReadonlyMap<string, Extracting>;
}

export interface DueDocument extends Due {
  _id: string;
  nextAttemptAt: number;
}

export const dueFields = { nextAttemptAt: 1, characters: 1, infer: 1 } as const;

interface Extracting {
  _id: string;
  extracting: string;
  nextAttemptAt: number;
}

/** @param silent workers that may have crashed: their memories become due when the crash has been counted */
export async function createDueQuery(
  memories: Collection<MemoryDocument>,
  options: IngestClaimOptions,
  silent: readonly string[],
): Promise<DueQuery> {
  const due = { nextAttemptAt: { $lte: options.now }, leasedBy: { $nin: [...silent] }, ...live(options.now) };
  const extractions = await memories
    .find({ extracting: { $gte: '' } })
    .project<Extracting>({ extracting: 1, nextAttemptAt: 1 })
    .toArray();
  return {
    ...{ memories, options, due },
    notQuarantined: { ...due, interruptions: { $lt: options.quarantineAfter } },
    extractions: new Map(extractions.map((one) => [one.extracting, one])),
  };
}

/** Returns a key that at most one memory can have, because its index is unique. */
export function extractionKey({ pendingOf, userId }: Pick<MemoryDocument, 'pendingOf' | 'userId'>): string {
  return `${pendingOf} ${userId}`;
}

/** Whether a worker holds a lease to extract facts for the user. */
export function isExtracting(
  { extractions, options }: DueQuery,
  memory: Pick<MemoryDocument, 'pendingOf' | 'userId'>,
): boolean {
  const held = extractions.get(extractionKey(memory));
  return held !== undefined && held.nextAttemptAt > options.now;
}
