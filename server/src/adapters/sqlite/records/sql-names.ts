import type { AnyKind } from '../../../ports/record-store.ts';

export function quote(name: string): string {
  return `"${name}"`;
}

export function quoteAll(names: readonly string[]): string {
  return names.map(quote).join(', ');
}

/** Names the table of an index with one row for each element of a list. */
export function elementTable(kind: AnyKind, index: string): string {
  return quote(`${kind.name}_${index}`);
}

/** Names the table with the log of the changes of a kind. */
export function changeTable(kind: AnyKind): string {
  return `${kind.name}_change`;
}
