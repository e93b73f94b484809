import type { Candidate, CandidateQuery } from '../../ports/candidate-index.ts';

/** The columns of every store for ranking. */
export interface CandidateRow
  extends Pick<Candidate, 'id' | 'version' | 'copyHash' | 'characters' | 'ending' | 'occurredAt'> {
  /** The stemmed words, separated by blanks, like `identifiers` and `tagWords`. */
  words: string;
  identifiers: string;
  tagWords: string;
  wordCount: number;
  /** Returns the names of the entities. Called only for a query with entities. */
  entityNames(): string[];
  /** The time of the last change of the text; null if it has never changed. */
  textChangedAt: number | null;
  /** The speaker of a message; null for other memories. */
  speaker: string | null;
}

/** The results of a search for a memory before its row is read. */
export interface FoundMemory {
  cosine: number | null;
  message: { run: number; position: number } | null;
  isContext: boolean;
}

/** Returns a function that converts rows to candidates of a query. */
export function toCandidates({
  words,
  identifiers,
  entities,
}: Pick<CandidateQuery, 'words' | 'identifiers' | 'entities'>): (row: CandidateRow, found: FoundMemory) => Candidate {
  const positions = new Map(words.map((word, position) => [word, position]));
  return (row, { cosine, message, isContext }) => {
    const tags = new Set(row.tagWords.split(' '));
    const own = new Set(identifiers.length === 0 ? [] : row.identifiers.split(' '));
    return {
      id: row.id,
      version: row.version,
      wordCounts: countWords(row.words, positions),
      identified: identifiers.map((identifier) => own.has(identifier)),
      tagged: words.map((word) => tags.has(word)),
      length: row.wordCount,
      entities: entities.length === 0 ? [] : namedEntities(entities, row.entityNames()),
      copyHash: row.copyHash,
      cosine,
      characters: row.characters,
      ending: row.ending,
      occurredAt: row.occurredAt,
      statedAt: Math.max(row.occurredAt, row.textChangedAt ?? row.occurredAt),
      message: message && row.speaker !== null ? { ...message, speaker: row.speaker } : null,
      isContext,
    };
  };
}

/** Counts each of the words in a text of words that blanks separate. */
function countWords(text: string, positions: ReadonlyMap<string, number>): number[] {
  const counts = new Array<number>(positions.size).fill(0);
  for (const word of text.split(' ')) {
    const position = positions.get(word);
    if (position !== undefined) counts[position] = (counts[position] as number) + 1;
  }
  return counts;
}

function namedEntities(entities: readonly string[], stored: readonly string[]): string[] {
  const names = new Set(stored.map((name) => name.toLowerCase()));
  return entities.filter((name) => names.has(name));
}
