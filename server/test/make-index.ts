import type { MemoryIndex, MetadataIndex, TextIndex } from '../src/ports/memory.ts';

export const emptyMetadataIndex: MetadataIndex = { filterKeys: [], projects: [], tagWords: '' };

export function makeTextIndex(words: string[], changes: Partial<TextIndex> = {}): TextIndex {
  const counted = { words: words.join(' '), wordCount: words.length, identifiers: '' };
  return { ...counted, speaker: null, characters: 20, ending: '.', copyHash: null, ...changes };
}

export function makeIndex(words: string[], changes: Partial<MemoryIndex> = {}): MemoryIndex {
  return { ...makeTextIndex(words), ...emptyMetadataIndex, ...changes };
}
