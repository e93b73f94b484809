import type { AnyKind, IndexOf, Reader, RecordOf, Scan } from '../../ports/record-store.ts';

/** Scans the records of a kind page by page, each with at most `limit` of them. */
export async function* scanPages<T extends AnyKind>(
  reader: Pick<Reader, 'scan'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Pick<Scan<RecordOf<T>>, 'of' | 'where' | 'limit'>,
): AsyncGenerator<RecordOf<T>[], void> {
  let page: RecordOf<T>[];
  let after: RecordOf<T> | undefined;
  do {
    page = (await reader.scan(kind, index, { ...scan, after })) as RecordOf<T>[];
    after = page.at(-1);
    if (page.length > 0) yield page;
  } while (page.length === scan.limit);
}
