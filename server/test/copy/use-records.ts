import { recordPages } from '../../src/domain/transfer/record-pages.ts';
import type { RecordKind, RecordReader, Records } from '../../src/ports/records.ts';

/** All records of a kind, as they come in pages. */
export async function readAll<Kind extends RecordKind>(
  store: RecordReader,
  kind: Kind,
  accountId: string,
): Promise<Records[Kind][]> {
  const all: Records[Kind][] = [];
  for await (const page of recordPages(store, kind, accountId)) all.push(...page);
  return all;
}
