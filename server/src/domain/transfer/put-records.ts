import type { RecordKind, RecordStore, Records } from '../../ports/records.ts';
import { mergeRecords } from './record-rules.ts';

/** Writes records that are missing or newer. Resolves to the number of records written. */
export function putRecords<Kind extends RecordKind>(
  target: RecordStore,
  kind: Kind,
  accountId: string,
  records: readonly Records[Kind][],
): Promise<number> {
  return target.put(kind, accountId, records, (given, present) => mergeRecords(kind, given, present));
}
