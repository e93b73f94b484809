import type { Candidate, CandidateQuery } from '../../ports/candidate-index.ts';
import type { Memory, MemoryIndex } from '../../ports/memory.ts';

type Row = Memory & MemoryIndex;

/** The fields of a memory for ranking. Those that are null may be absent. */
export interface CandidateRow
  extends Pick<Row, 'id' | 'version' | 'occurredAt' | 'words' | 'identifiers' | 'tagWords' | 'wordCount'>,
    Pick<Row, 'characters' | 'ending'>,
    Partial<Pick<Row, 'copyHash' | 'textChangedAt' | 'speaker'>> {
  /** JSON text. */
  entities: string;
}

type Found = Pick<Candidate, 'cosine' | 'isContext'> & { message: { run: number; position: number } | null };
type Terms = Pick<CandidateQuery, 'words' | 'identifiers' | 'entities'>;

export function toCandidates({ words, identifiers, entities }: Terms) {
  const positions = new Map(words.map((word, position) => [word, position]));
  return (row: CandidateRow, { cosine, message, isContext }: Found): Candidate => {
    const tags = new Set(row.tagWords.split(' '));
    const own = new Set(identifiers.length === 0 ? [] : row.identifiers.split(' '));
    return {
      id: row.id,
      version: row.version,
      wordCounts: countWords(row.words, positions),
      identified: identifiers.map((identifier) => own.has(identifier)),
      tagged: words.map((word) => tags.has(word)),
      length: row.wordCount,
      entities: entities.length === 0 ? [] : namedEntities(entities, row.entities),
      copyHash: row.copyHash ?? null,
      cosine,
      characters: row.characters,
      ending: row.ending,
      occurredAt: row.occurredAt,
      statedAt: Math.max(row.occurredAt, row.textChangedAt ?? row.occurredAt),
      message: message && typeof row.speaker === 'string' ? { ...message, speaker: row.speaker } : null,
      isContext,
    };
  };
}

/** Counts each of the words in a text of words that blanks separate. */
export function countWords(text: string, positions: ReadonlyMap<string, number>): number[] {
  const counts = new Array<number>(positions.size).fill(0);
  for (const word of text.split(' ')) {
    const position = positions.get(word);
    if (position !== undefined) counts[position] = (counts[position] as number) + 1;
  }
  return counts;
}

function namedEntities(entities: readonly string[], stored: string): string[] {
  const names = new Set((JSON.parse(stored) as { name: string }[]).map(({ name }) => name.toLowerCase()));
  return entities.filter((name) => names.has(name));
}
