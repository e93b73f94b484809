import type { Reader, Transaction } from '../../ports/record-store.ts';
import { type DeletionItem, deletionItems, deletions, type StoredDeletion } from '../memories/deletion-kinds.ts';
import { memories } from '../memories/kinds.ts';
import type { CopyRule } from './copy-rule.ts';

/** The maximum of items that one command removes. */
const maxItems = 1_000;

/** The items of a deletion are copied before it, because a server verifies a deletion without items. */
export const deletionRule: CopyRule<typeof deletions> = {
  kind: deletions,
  where: { state: { not: 'preparing' } },
  merge: (given, present) => (isFurther(given, present) ? given : undefined),
  /** A verified deletion has no items. */
  async prepare(tx, { accountId, id, verifiedAt }) {
    if (verifiedAt === null) return true;
    const items = await tx.scan(deletionItems, 'key', { of: [accountId, id], limit: maxItems });
    for (const item of items) tx.delete(deletionItems, item);
    return items.length < maxItems;
  },
};

/** Finds the begun deletions of some items. */
export async function findDeletions(
  reader: Pick<Reader, 'getMany'>,
  items: readonly DeletionItem[],
): Promise<StoredDeletion[]> {
  const keys = new Map(items.map(({ accountId, deletionId: id }) => [id, { accountId, id }]));
  const found = await reader.getMany(deletions, [...keys.values()]);
  return found.flatMap((one) => (one && one.state !== 'preparing' ? one : []));
}

/** Writes the items of deletions that are further than at the target, without memories that the target lacks. */
export async function copyDeletionItems(
  tx: Transaction,
  { items, given }: { items: readonly DeletionItem[]; given: readonly StoredDeletion[] },
): Promise<void> {
  const present = await tx.getMany(deletions, given);
  const further = new Set(given.filter((one, at) => isFurther(one, present[at])).map(({ id }) => id));
  const wanted = items.filter(({ deletionId }) => further.has(deletionId));
  const found = await tx.getMany(memories, wanted);
  for (const [at, item] of wanted.entries()) {
    const memory = found[at];
    if (memory) tx.put(deletionItems, { ...item, seq: memory.seq });
  }
}

function isFurther(given: StoredDeletion, present: StoredDeletion | undefined): boolean {
  return !present || progressOf(given) > progressOf(present);
}

/** A number that is larger for a later state of a deletion. */
function progressOf({ state, verifiedAt, removed }: StoredDeletion): number {
  const ended = state === 'done' ? 1 : 0;
  return verifiedAt === null ? ended + removed.memories / (removed.memories + 1) : 2;
}
