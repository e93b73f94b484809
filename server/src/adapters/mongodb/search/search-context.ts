import type { ClientSession } from 'mongodb';
import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import type { MatchingMemories } from './matching-memories.ts';
import type { SearchCollections } from './search-documents.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';
import type { Statistics } from './statistics.ts';

/** One search in one snapshot of the collections. */
export interface SearchContext {
  collections: SearchCollections;
  session: ClientSession;
  settings: SearchSettings;
  watch: SearchWatch;
  query: CandidateQuery;
  statistics: Statistics;
  /** The time of the search: memories that expired by then are not candidates. */
  now: number;
  /** The memories that meet the conditions of the query; null if it has no conditions. */
  matching: MatchingMemories | null;
}
