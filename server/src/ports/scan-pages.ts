import type { AnyKind, IndexOf, Only, Reader, RecordOf, Scan } from './record-store.ts';

/** Scans the records of a kind page by page, each with at most `limit` of them. `only` contains the fields of the index. */
export async function* scanPages<T extends AnyKind, F extends keyof RecordOf<T> & string = keyof RecordOf<T> & string>(
  reader: Pick<Reader, 'scan'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Omit<Scan<RecordOf<T>>, 'after'> & Only<F>,
): AsyncGenerator<Pick<RecordOf<T>, F>[], void> {
  let page: Pick<RecordOf<T>, F>[];
  let after: Partial<RecordOf<T>> | undefined;
  do {
    page = await reader.scan(kind, index, { ...scan, after });
    after = page.at(-1) as Partial<RecordOf<T>> | undefined;
    if (page.length > 0) yield page;
  } while (page.length === scan.limit);
}

/** Scans all records of a selection, in pages of at most `limit`. */
export async function scanAll<T extends AnyKind, F extends keyof RecordOf<T> & string = keyof RecordOf<T> & string>(
  reader: Pick<Reader, 'scan'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Omit<Scan<RecordOf<T>>, 'after'> & Only<F>,
): Promise<Pick<RecordOf<T>, F>[]> {
  const all: Pick<RecordOf<T>, F>[] = [];
  for await (const page of scanPages(reader, kind, index, scan)) all.push(...page);
  return all;
}
