import { type RecordKind, type RecordStore, type Records, recordNames } from '../../ports/records.ts';
import { mergeRecords } from './record-rules.ts';

/** Another process may write the same record at the same time. The next attempt finds it. */
const maxAttempts = 3;

/** Writes records that are missing or newer. Resolves to the number of records written. */
export async function putRecords<Kind extends RecordKind>(
  target: RecordStore,
  kind: Kind,
  accountId: string,
  records: readonly Records[Kind][],
): Promise<number> {
  const nameOf = recordNames[kind];
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const present = new Map((await target.find(kind, accountId, records)).map((one) => [nameOf(one), one]));
    const missing = records.filter((record) => !present.has(nameOf(record)));
    if (missing.length > 0 && !(await target.insert(kind, accountId, missing))) continue;
    let written = missing.length;
    for (const record of records) {
      const known = present.get(nameOf(record));
      const merge = (one: Records[Kind]) => mergeRecords(kind, record, one);
      if (known && merge(known) && (await target.replace(kind, accountId, record, merge))) written++;
    }
    return written;
  }
  throw new Error(`other processes write the same records of ${accountId}`);
}
