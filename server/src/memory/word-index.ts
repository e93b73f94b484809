import type { Message, Metadata, WordIndex } from '../ports/memory-store.ts';
import { toDateWords } from './date-words.ts';
import { toLabels } from './labels.ts';
import { toProjects } from './projects.ts';
import { turnSpeaker } from './turn-speaker.ts';
import { toWordsInTurns } from './words.ts';

/**
 * What a memory is found by before it is embedded. The date counts as part of the text only when the writer gave one:
 * the time of writing says nothing about what the memory tells. A long text lets the event loop go round in between.
 */
export async function toWordIndex(
  memory: { text: string; messages: readonly Message[] | null; runId: string | null; metadata: Metadata },
  occurredAt: number | null,
): Promise<WordIndex> {
  const { text, metadata } = memory;
  return {
    words: withDate(await toWordsInTurns(text), occurredAt),
    labels: toLabels(metadata),
    projects: toProjects(metadata),
    speaker: turnSpeaker(memory),
  };
}

/** The words of a text and of the time its writer gave. */
export function withDate(words: string[], occurredAt: number | null): string[] {
  return occurredAt === null ? words : [...words, ...toDateWords(occurredAt)];
}
