import type { Metadata, WordIndex } from '../ports/memory-store.ts';
import { toDateWords } from './date-words.ts';
import { toLabels } from './labels.ts';
import { toProjects } from './projects.ts';
import { toWords } from './words.ts';

/**
 * What a memory is found by before it is embedded. The date counts as part of the text only when the writer gave one:
 * the time of writing says nothing about what the memory tells.
 */
export function toWordIndex(text: string, metadata: Metadata, occurredAt: number | null): WordIndex {
  const words = toWords(text);
  return {
    words: occurredAt === null ? words : [...words, ...toDateWords(occurredAt)],
    labels: toLabels(metadata),
    projects: toProjects(metadata),
  };
}
