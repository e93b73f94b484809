import type { Metadata, Scope } from '../../ports/memory.ts';
import type { Filter, Reader } from '../../ports/record-store.ts';
import { keptResponses } from '../usage/kinds.ts';
import {
  type DeletionItem,
  type DeletionName,
  deletionItems,
  deletions,
  type StoredDeletion,
} from './deletion-kinds.ts';
import { findStored } from './find-stored.ts';
import { memories, memoryTokens, memoryVectors, memoryVersions } from './kinds.ts';
import { type ListPosition, listIndex, scopeFilter } from './scope-filter.ts';

/** The maximum of memories that one query looks for, because other queries wait in the meantime. */
const maxScanned = 500;

/** The items of a deletion after an id. '' is before all of them. */
export interface Slice extends DeletionName {
  after: string;
}

/** The memories of a slice of a deletion. */
export interface ScannedSlice {
  seqs: number[];
  /** Whether any record of them is left. */
  isLeft: boolean;
  /** The last id of the slice; null after the last slice. */
  last: string | null;
}

interface MatchQuery {
  scope: Scope;
  /**
   * Whether to list archived memories instead of the others. They have no filter keys, so the filter keys of the scope
   * do not narrow them: the caller compares their metadata.
   */
  archived: boolean;
  limit: number;
  after?: ListPosition | undefined;
}

export interface MatchedMemory extends ListPosition {
  /** null unless archived. */
  metadata: Metadata | null;
}

export interface DeletionQuery extends Pick<StoredDeletion, 'accountId'> {
  limit: number;
  kind?: StoredDeletion['kind'] | undefined;
  /** The accepted codes for each of the parameters. */
  codes?: Filter<StoredDeletion> | undefined;
  /** The last deletion of the previous page. */
  after?: ListPosition | undefined;
}

export const memoryDeletionQueries = {
  async matchMemories(reader: Reader, { scope, archived, limit, after }: MatchQuery): Promise<MatchedMemory[]> {
    const { index, of } = archived ? { index: 'archived' as const, of: [scope.accountId] } : listIndex({ scope });
    const where = scopeFilter(archived ? { ...scope, filterKeys: undefined } : scope);
    const found = await reader.scan(memories, index, {
      ...{ of, where, limit, after: after && { createdAt: after.at, id: after.id } },
      only: ['id', 'createdAt', 'metadata'],
    });
    return found.map(({ id, createdAt: at, metadata }) => ({ id, at, metadata: archived ? metadata : null }));
  },

  /** Looks for records of the next memories of a deletion in every kind. */
  async scanDeletion(reader: Reader, slice: Slice): Promise<ScannedSlice> {
    const items = await nextItems(reader, slice, maxScanned);
    return {
      seqs: items.map(({ seq }) => seq),
      isLeft: await isAnyLeft(reader, slice.accountId, items),
      last: items.length === maxScanned ? (items.at(-1)?.id ?? null) : null,
    };
  },

  /** Lists deletions that have begun, newest first. */
  async listMemoryDeletions(
    reader: Reader,
    { accountId, kind, codes, after, limit }: DeletionQuery,
  ): Promise<StoredDeletion[]> {
    const { index, of } =
      kind === undefined
        ? { index: 'start' as const, of: [accountId] }
        : { index: 'kind' as const, of: [accountId, kind] };
    return reader.scan(deletions, index, {
      ...{ of, descending: true, limit, after: after && { startedAt: after.at, id: after.id } },
      where: { state: { not: 'preparing' }, ...codes },
    });
  },
};

/** Whether a record of any kind belongs to one of the memories. Deliveries have only their ids. */
async function isAnyLeft(reader: Reader, accountId: string, items: readonly DeletionItem[]): Promise<boolean> {
  const all = items.map(({ id }) => id);
  const present = new Map((await findStored(reader, accountId, all, ['id', 'seq'])).map(({ id, seq }) => [id, seq]));
  if (items.some(({ id, seq }) => present.get(id) === seq)) return true;
  // An import may have given the ids to new memories.
  const ids = all.filter((id) => !present.has(id));
  const first = { of: [accountId], max: 1 };
  const ofSeqs = { ...first, where: { seq: { any: items.map(({ seq }) => seq) } } };
  const responses = { ...first, where: { subjectId: { any: ids }, body: { not: '' } } };
  return (
    (await reader.count(memoryVectors, 'key', ofSeqs)) > 0 ||
    (await reader.count(memoryTokens, 'key', ofSeqs)) > 0 ||
    (await reader.count(memoryVersions, 'key', { ...first, where: { memoryId: { any: ids } } })) > 0 ||
    (await reader.count(keptResponses, 'subject', responses)) > 0 ||
    (await reader.count(keptResponses, 'subject', { ...responses, expired: true })) > 0
  );
}

export function nextItems(
  reader: Pick<Reader, 'scan'>,
  { accountId, id, after }: Slice,
  limit: number,
): Promise<DeletionItem[]> {
  return reader.scan(deletionItems, 'key', { of: [accountId, id], after: { id: after }, limit });
}
