import type { Deletion, DeletionName } from '../../../ports/memory-deletions.ts';
import { type DeletionDocument, memoryKey } from '../schema/documents.ts';

export function keyOf({ accountId, id }: DeletionName): string {
  return memoryKey(accountId, id);
}

/** Selects the items of a deletion: `0` is the character after `/`. */
export function itemsOf(name: DeletionName): { _id: { $gt: string; $lt: string } } {
  return { _id: { $gt: `${keyOf(name)}/`, $lt: `${keyOf(name)}0` } };
}

export function toDeletion({ _id, parameters, ...deletion }: DeletionDocument): Deletion {
  return { ...deletion, id: _id.slice(deletion.accountId.length + 1), parameters: JSON.parse(parameters) };
}
