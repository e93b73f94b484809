import { crc32 } from 'node:zlib';
import type { MemoryIndex, Message, Metadata, MetadataIndex, TextIndex } from '../../ports/memory-store.ts';
import { toDateWords } from './date-words.ts';
import { toFilterKeys } from './filter-keys.ts';
import { messageSpeaker } from './message-speaker.ts';
import { toProjects } from './projects.ts';
import { toWordsYielding } from './words.ts';

/** Of a memory that is to be written, what it is found by. */
export interface Indexed {
  text: string;
  messages: readonly Message[] | null;
  userId: string;
  agentId: string | null;
  runId: string | null;
}

/** In UTF-16 units: longer texts are not compared with each other. */
const maxComparedLength = 2_000;
/** What a memory is about, by the names that the interface recommends. `source` and `memory_type` say what it is. */
const subjectKeys = ['tags', 'project', 'area', 'scope'];

export async function toMemoryIndex(
  memory: Indexed & { metadata: Metadata },
  occurredAt: number | null,
): Promise<MemoryIndex> {
  const words = await toWordsYielding(memory.text);
  return { ...toTextIndex(memory, words, occurredAt), ...(await toMetadataIndex(memory.metadata)) };
}

/**
 * What a text is found by before it is embedded. The date counts as part of it only when the writer gave one: the time
 * of writing says nothing about what the memory tells.
 * @param words of the text
 */
export function toTextIndex(memory: Indexed, words: readonly string[], occurredAt: number | null): TextIndex {
  const { text } = memory;
  const speaker = messageSpeaker(memory);
  let characters = 0;
  for (const _ of text) characters++;
  return {
    words: occurredAt === null ? [...words] : [...words, ...toDateWords(occurredAt)],
    speaker,
    characters,
    ending: text.trimEnd().slice(-1),
    copyHash: text.length > maxComparedLength ? null : toCopyHash(memory, speaker, occurredAt),
  };
}

/** Long values let the event loop go round in between. */
export async function toMetadataIndex(metadata: Metadata): Promise<MetadataIndex> {
  const subjects = subjectKeys.flatMap((key) => (Object.hasOwn(metadata, key) ? metadata[key] : []));
  const named = subjects.filter((subject) => typeof subject === 'string').join('\n');
  return {
    filterKeys: toFilterKeys(metadata),
    projects: toProjects(metadata),
    tagWords: named === '' ? [] : [...new Set(await toWordsYielding(named))],
  };
}

function toCopyHash({ text, userId, agentId, runId }: Indexed, speaker: string | null, occurredAt: number | null) {
  const plain = text
    .toLowerCase()
    .replace(/(?<![.,;:!…。，！])[.,;:!…。，！]+(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  // What happened twice is told twice.
  return crc32(JSON.stringify([userId, agentId, speaker === null ? null : runId, occurredAt, plain]));
}
