import type { RecordKind, RecordReader, Records } from '../../ports/records.ts';

/** The sizes of the pages. Memories are large, because they include their vectors. */
const maxRecords = {
  ...{ memory: 100, request: 500, month: 500, day: 500, deletion: 100, key: 500 },
  ...{ audit: 500, webhook: 500, delivery: 500 },
};

/** Reads all records of a kind of an account, page by page. */
export async function* recordPages<Kind extends RecordKind>(
  reader: RecordReader,
  kind: Kind,
  accountId: string,
): AsyncGenerator<Records[Kind][]> {
  for (let after: Records[Kind] | null = null; ; ) {
    const page: Records[Kind][] = await reader.page(kind, accountId, { after, limit: maxRecords[kind] });
    if (page.length === 0) return;
    yield page;
    after = page.at(-1) ?? null;
  }
}
