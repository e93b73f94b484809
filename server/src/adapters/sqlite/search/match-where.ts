import { type Condition, toMatcher, type Where } from '../../../ports/conditions.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { type ColumnReads, readColumns, readEach } from './column-reads.ts';
import type { MetadataColumn } from './metadata-column.ts';

/** The number of memories that one step tests against conditions. */
const testsAtOnce = 2_000_000;

/** Clears in the mask the memories that do not meet the conditions. */
export function* matchWhere(reads: ColumnReads, mask: Uint8Array, where: Where): Steps<void> {
  const { all = [], any, none = [] } = where;
  const keys = [...new Set([...all, ...(any ?? []), ...none].map(({ key }) => key))];
  const columns = yield* readColumns(reads, mask, keys);
  if (!columns) {
    const matches = toMatcher(where);
    return yield* readEach(reads, mask, (metadata, ordinal) => {
      if (!matches(metadata)) mask[ordinal] = 0;
    });
  }
  const columnOf = new Map(keys.map((key, at) => [key, columns[at] as MetadataColumn]));
  let tests = 0;
  function* each(conditions: readonly Condition[], use: (column: MetadataColumn, one: Condition) => Steps<void>) {
    for (const one of conditions) {
      yield* use(columnOf.get(one.key) as MetadataColumn, one);
      tests += mask.length;
      if (tests < testsAtOnce) continue;
      tests = 0;
      yield;
    }
  }
  yield* each(all, (column, one) => column.narrow(mask, one, 'met'));
  yield* each(none, (column, one) => column.narrow(mask, one, 'unmet'));
  if (!any) return;
  const marked = new Uint8Array(mask.length);
  yield* each(any, (column, one) => column.mark(marked, one));
  for (let ordinal = 0; ordinal < mask.length; ordinal++) {
    mask[ordinal] = (mask[ordinal] as number) & (marked[ordinal] as number);
  }
}
