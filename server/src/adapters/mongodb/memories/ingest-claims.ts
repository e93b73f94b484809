import { randomUUID } from 'node:crypto';
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import type { IngestClaimOptions } from '../../../ports/memory-store.ts';
import { limitsLeft } from '../../store-kit/fair-claims.ts';
import type { MemoryDocument } from '../schema/documents.ts';
import { createFindDue } from './due-memories.ts';
import type { DueDocument } from './due-query.ts';
import { leaseFields } from './stored-memory.ts';

const duplicateKey = 11_000;
/** The maximum of attempts of a claim, because other workers may take the memories that it finds. */
const maxRounds = 10;

/** Leases memories to this process. Leased documents have its `workerId`. */
export function createIngestClaims(
  memories: Collection<MemoryDocument>,
  workerId: string,
  silent: () => readonly string[],
): (options: IngestClaimOptions) => Promise<MemoryDocument[]> {
  const findDue = createFindDue(memories, silent);
  /** The ids of claims whose response was lost: no worker got the memories that they leased. */
  const lost = new Set<string>();

  /** Makes memories due again after their claim got no response. Otherwise they would wait until the lease ends. */
  async function putBack(now: number): Promise<void> {
    if (lost.size === 0) return;
    const claimIds = [...lost];
    await memories.updateMany(
      { leasedBy: workerId, claimId: { $in: claimIds } },
      { $set: { nextAttemptAt: now }, $unset: leaseFields, $inc: { attempts: -1 } },
    );
    for (const claimId of claimIds) lost.delete(claimId);
  }

  return async (options) => {
    await putBack(options.now);
    const claimIds: string[] = [];
    const taken: MemoryDocument[] = [];
    try {
      for (let round = 0; round < maxRounds; round++) {
        const left = limitsLeft(options, taken);
        if (left.limit <= 0 || left.characters <= 0) break;
        const due = await findDue(left, options.quarantined && taken.length === 0);
        if (due.length === 0) break;
        const claimId = randomUUID();
        claimIds.push(claimId);
        const nextAttemptAt = options.now + options.leaseMs;
        const leased = await lease(memories, due, options.now, { nextAttemptAt, leasedBy: workerId, claimId });
        taken.push(...leased);
        // Otherwise another worker has leased the rest, and this claim searches for more.
        if (leased.length === due.length) break;
      }
      return taken;
    } catch (error) {
      for (const claimId of claimIds) lost.add(claimId);
      throw error;
    }
  };
}

type Lease = Required<Pick<MemoryDocument, 'nextAttemptAt' | 'leasedBy' | 'claimId'>>;

/** Leases the memories that are still due, in the order of `due`. Another worker may have leased the rest. */
async function lease(
  memories: Collection<MemoryDocument>,
  due: readonly DueDocument[],
  now: number,
  set: Lease,
): Promise<MemoryDocument[]> {
  const isDue = { nextAttemptAt: { $lte: now } };
  const plain = due.filter(({ infer }) => !infer).map(({ _id }) => _id);
  const operations = due
    .filter(({ infer }) => infer)
    .map(({ _id }): AnyBulkWriteOperation<MemoryDocument> => {
      const extracting = { $concat: ['$pendingOf', ' ', '$userId'] };
      const update = [{ $set: { ...set, attempts: { $add: ['$attempts', 1] }, extracting } }];
      return { updateOne: { filter: { _id, ...isDue, infer: true }, update } };
    });
  if (plain.length > 0) {
    const filter = { _id: { $in: plain }, ...isDue };
    operations.push({ updateMany: { filter, update: { $set: set, $inc: { attempts: 1 } } } });
  }
  await memories.bulkWrite(operations, { ordered: false }).catch((error: unknown) => {
    if (!isTakenUser(error)) throw error;
  });
  const leased = await memories.find({ _id: { $in: due.map(({ _id }) => _id) }, claimId: set.claimId }).toArray();
  const byKey = new Map(leased.map((document) => [document._id, document]));
  return due.flatMap(({ _id }) => byKey.get(_id) ?? []);
}

/** Whether the only failures are memories of users with an extraction in progress. All others are leased. */
function isTakenUser(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const failures = [error.writeErrors].flat();
  return failures.length > 0 && failures.every(({ code }) => code === duplicateKey);
}
