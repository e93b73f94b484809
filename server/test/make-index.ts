import type { MemoryIndex, MetadataIndex, TextIndex } from '../src/ports/memory-store.ts';

export const emptyMetadataIndex: MetadataIndex = { filterKeys: [], projects: [], tagWords: [] };

export function makeTextIndex(words: string[], changes: Partial<TextIndex> = {}): TextIndex {
  return { words, identifiers: [], speaker: null, characters: 20, ending: '.', copyHash: null, ...changes };
}

export function makeIndex(words: string[], changes: Partial<MemoryIndex> = {}): MemoryIndex {
  return { ...makeTextIndex(words), ...emptyMetadataIndex, ...changes };
}
