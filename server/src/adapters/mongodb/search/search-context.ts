import type { CandidateQuery } from '../../../ports/candidate-index.ts';
import type { MatchingMemories } from './matching-memories.ts';
import type { SearchReads } from './search-documents.ts';
import type { SearchSettings } from './search-settings.ts';
import type { SearchWatch } from './search-watch.ts';
import type { Statistics } from './statistics.ts';

/** One search. */
export interface SearchContext extends SearchReads {
  settings: SearchSettings;
  watch: SearchWatch;
  query: CandidateQuery;
  statistics: Statistics;
  /** The memories that meet the conditions of the query; null if it has no conditions. */
  matching: MatchingMemories | null;
}
