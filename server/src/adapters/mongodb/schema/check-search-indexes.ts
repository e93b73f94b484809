import type { Collection, Document } from 'mongodb';
import { type Finding, ok, problem, problemOf, warning, worstOf } from '../../../lib/finding.ts';
import type { SearchCollections } from '../search/search-documents.ts';
import {
  describeMismatch,
  type FoundIndex,
  findSearchIndex,
  matches,
  type SearchIndex,
  vectorIndex,
  withoutSearch,
  wordIndex,
} from './search-indexes.ts';

/** Checks the search indexes without creating or changing any. */
export async function checkSearchIndexes(
  { memories, vectors }: Pick<SearchCollections, 'memories' | 'vectors'>,
  { dimensions, hasStore }: { dimensions: number; hasStore: boolean },
): Promise<Finding> {
  const look = async <Stored extends Document>(collection: Collection<Stored>, wanted: SearchIndex) =>
    describeSearchIndex(await findSearchIndex(collection, wanted.name), wanted);
  try {
    const findings = [await look(memories, wordIndex), await look(vectors, vectorIndex(dimensions))];
    return hasStore ? summarise(findings) : ok('the first start or mnema migrate creates them');
  } catch (thrown) {
    const error = withoutSearch(thrown);
    if (!error) throw thrown;
    return problemOf(error, 'use Atlas');
  }
}

/** Returns the worst finding, with all findings as its lines. */
export function summarise(findings: readonly Finding[]): Finding {
  const lines = findings.map(({ finding }) => finding);
  const worst = worstOf(findings);
  return worst && worst.status !== 'ok' ? { ...worst, lines } : ok(lines.join('; '));
}

export function describeSearchIndex(found: FoundIndex | undefined, wanted: SearchIndex): Finding {
  const { name } = wanted;
  if (!found) return problem(`${name} is missing`, 'run mnema migrate, which creates it and waits for it');
  const mismatch = describeMismatch(found, wanted);
  if (mismatch) return problemOf(new Error(mismatch), 'drop it');
  if (!matches(found, wanted)) {
    return problem(`${name} has another definition than this version needs`, 'run mnema migrate, which updates it');
  }
  const { status = 'unknown', queryable = false } = found;
  if (status === 'FAILED') {
    return problem(
      `${name} could not be built: ${found.message ?? 'no reason was given'}`,
      `look at it in Atlas, drop it there (dropSearchIndex("${name}")), and run mnema migrate`,
    );
  }
  if (status === 'READY' && queryable) return ok(`${name} is ready`);
  return warning(
    `${name} is ${status}${queryable ? ', and its former version answers' : ''}`,
    'run mnema migrate, which waits for it; a large store takes long',
  );
}
