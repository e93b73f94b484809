import type { ValueCounts } from '../../../ports/candidate-index.ts';
import { valueAt } from '../../../ports/conditions.ts';
import { addStrings, topValues } from '../../store-kit/top-values.ts';
import type { Steps } from '../threads/thread-jobs.ts';
import { type ColumnReads, readColumns, readEach } from './column-reads.ts';

const keyOf = { projects: 'project', sources: 'source', memoryTypes: 'memory_type', tags: 'tags' } as const;
const names = ['projects', 'sources', 'memoryTypes', 'tags'] as const;

/** Counts the metadata values of the memories in a mask. */
export function* countMetadataValues(
  reads: ColumnReads,
  mask: Uint8Array,
): Steps<Pick<ValueCounts, (typeof names)[number]>> {
  const counts = { projects: new Map(), sources: new Map(), memoryTypes: new Map(), tags: new Map() };
  const columns = yield* readColumns(
    reads,
    mask,
    names.map((name) => keyOf[name]),
  );
  if (!columns) {
    yield* readEach(reads, mask, (metadata) => {
      for (const name of names) addStrings(counts[name], valueAt(metadata, keyOf[name]), 1);
    });
  }
  for (const [at, column] of columns?.entries() ?? []) {
    for (const [value, count] of column.count(mask))
      addStrings(counts[names[at] as (typeof names)[number]], value, count);
    yield;
  }
  return {
    projects: topValues(counts.projects),
    sources: topValues(counts.sources),
    memoryTypes: topValues(counts.memoryTypes),
    tags: topValues(counts.tags),
  };
}
