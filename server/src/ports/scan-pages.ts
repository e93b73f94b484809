import type { AnyKind, FieldOf, IndexOf, Only, Reader, RecordOf, Scan, Transaction } from './record-store.ts';

/** Scans the records of a kind page by page, each with at most `limit` of them. `only` contains the fields of the index. */
export async function* scanPages<T extends AnyKind, F extends FieldOf<T> = FieldOf<T>>(
  reader: Pick<Reader, 'scan'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Scan<RecordOf<T>> & Only<F>,
): AsyncGenerator<Pick<RecordOf<T>, F>[], void> {
  let page: Pick<RecordOf<T>, F>[];
  let { after } = scan;
  do {
    page = await reader.scan(kind, index, { ...scan, after });
    after = page.at(-1) as Partial<RecordOf<T>> | undefined;
    if (page.length > 0) yield page;
  } while (page.length === scan.limit);
}

export async function scanAll<T extends AnyKind, F extends FieldOf<T> = FieldOf<T>>(
  reader: Pick<Reader, 'scan'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Scan<RecordOf<T>> & Only<F>,
): Promise<Pick<RecordOf<T>, F>[]> {
  const all: Pick<RecordOf<T>, F>[] = [];
  for await (const page of scanPages(reader, kind, index, scan)) all.push(...page);
  return all;
}

/** Deletes the records of a scan, which reads only their keys. @returns how many there were */
export async function deleteFound<T extends AnyKind>(
  tx: Pick<Transaction, 'scan' | 'delete'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Scan<RecordOf<T>>,
): Promise<number> {
  const found = await tx.scan(kind, index, { ...scan, only: kind.key });
  for (const record of found) tx.delete(kind, record as never);
  return found.length;
}
