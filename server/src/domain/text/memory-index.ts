import { crc32 } from 'node:zlib';
import { toShortKey } from '../../lib/to-short-key.ts';
import { runYielding } from '../../lib/yielding.ts';
import { effectiveUserOf, type Memory, type Metadata, type MetadataIndex, type TextIndex } from '../../ports/memory.ts';
import { identifiersOf } from './identifiers.ts';
import { toSpeaker } from './joined-text.ts';
import { toSpeakerLabel } from './names.ts';
import { toWords, wordsOf } from './words.ts';

/** The parts of a memory that its text index depends on. */
export type Indexed = Pick<Memory, 'text' | 'messages' | 'userId' | 'endUserId' | 'agentId' | 'runId'>;

/** The maximum length, in UTF-16 units. Longer texts are not compared with each other. */
const maxComparedLength = 2_000;
/** The recommended metadata keys that name a memory's subject. `source` and `memory_type` do not. */
const subjectKeys = ['tags', 'project', 'area', 'scope'];

export async function toMemoryIndex(
  memory: Indexed & Pick<Memory, 'accountId' | 'metadata'>,
  occurredAt: number | null,
) {
  const { accountId, text, metadata } = memory;
  const terms = await toTextTerms(accountId, text);
  return { ...toTextIndex(memory, terms, occurredAt), ...(await toMetadataIndex(accountId, metadata)) };
}

export type TextTerms = Awaited<ReturnType<typeof toTextTerms>>;

/** Returns the words and identifiers that find a text. It pauses for the event loop if the text is long. */
export async function toTextTerms(accountId: string, text: string) {
  const words = await runYielding(accountId, wordsOf(text));
  return { words, identifiers: await runYielding(accountId, identifiersOf(text)) };
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Makes the words of a day in UTC as usually written ("8 May 2023"), so that "in May" finds the events of then. */
export function toDateWords(at: number): string[] {
  return toWords(dateFormat.format(at));
}

/** Makes the index of a text. A date belongs to it only if the writer set one: the time of writing is not content. */
export function toTextIndex(memory: Indexed, { words, identifiers }: TextTerms, occurredAt: number | null): TextIndex {
  const { text } = memory;
  const speaker = messageSpeaker(memory);
  let characters = 0;
  for (const _ of text) characters++;
  const all = occurredAt === null ? words : [...words, ...toDateWords(occurredAt)];
  return {
    words: all.join(' '),
    wordCount: all.length,
    identifiers: identifiers.join(' '),
    speaker,
    characters,
    ending: text.trimEnd().slice(-1),
    copyHash: text.length > maxComparedLength ? null : toCopyHash(memory, speaker, occurredAt),
  };
}

/** Pauses for the event loop if the values are long. */
export async function toMetadataIndex(accountId: string, metadata: Metadata): Promise<MetadataIndex> {
  const subjects = subjectKeys.flatMap((key) => (Object.hasOwn(metadata, key) ? metadata[key] : []));
  const named = subjects.filter((subject) => typeof subject === 'string').join('\n');
  return {
    filterKeys: toFilterKeys(metadata),
    projects: toProjects(metadata),
    tagWords: named === '' ? '' : [...new Set(await runYielding(accountId, wordsOf(named)))].join(' '),
  };
}

function toCopyHash(memory: Indexed, speaker: string | null, occurredAt: number | null) {
  const { text, agentId, runId } = memory;
  const plain = text
    .toLowerCase()
    .replace(/(?<![.,;:!…。，！])[.,;:!…。，！]+(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  // The same text about two times is not a copy.
  return crc32(JSON.stringify([effectiveUserOf(memory), agentId, speaker === null ? null : runId, occurredAt, plain]));
}

/**
 * Returns the speaker of a memory that is a message of a conversation. Such a memory has a run, and came as messages or
 * begins with a speaker label (`Name: …`).
 * @returns an empty string for several speakers; null for a fact, which is every other memory
 */
export function messageSpeaker({ text, messages, runId }: Pick<Memory, 'text' | 'messages' | 'runId'>): string | null {
  if (runId === null) return null;
  if (messages === null) return toSpeakerLabel(text) ?? null;
  const [speaker = '', ...others] = new Set(messages.map(toSpeaker));
  return others.length === 0 ? speaker : '';
}

/** Returns the projects of a memory: the string in `metadata.project`, or each distinct string in an array there. */
export function toProjects({ project }: Metadata): string[] {
  return [...new Set([project].flat().filter((one) => typeof one === 'string'))];
}

export type FilterValue = string | number | boolean;
/** The accepted value, or values, of each metadata key. */
export type Filters = Readonly<Record<string, FilterValue | readonly FilterValue[]>>;

/**
 * Makes a filter key of each string, number or boolean at the top level of `metadata` or in an array there. Two filter
 * keys are equal if and only if their key, type and value are equal. Other values have none.
 */
export function toFilterKeys(metadata: Metadata): string[] {
  const filterKeys = new Set<string>();
  for (const [key, value] of Object.entries(metadata)) {
    for (const element of Array.isArray(value) ? value : [value]) {
      if (isFilterValue(element)) filterKeys.add(toFilterKey(key, element));
    }
  }
  return [...filterKeys];
}

/** Makes the alternatives of each key. @throws {TypeError} when a value could match nothing, such as null */
export function toFilterAlternatives(filters: Filters): string[][] {
  return Object.entries(filters).map(([key, value]) => {
    const alternatives: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (alternatives.length === 0 || !alternatives.every(isFilterValue)) {
      throw new TypeError(
        `filters.${key} must be a string, a number, a boolean or a non-empty array of them; to leave the key open, omit it`,
      );
    }
    return [...new Set(alternatives.map((alternative) => toFilterKey(key, alternative)))];
  });
}

export function isFilterValue(value: unknown): value is FilterValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Returns the beginning of all filter keys of a key, whose values are short. */
export function filterKeyOf(key: string): string {
  return `${JSON.stringify([key]).slice(0, -1)},`;
}

function toFilterKey(key: string, value: FilterValue): string {
  return toShortKey(JSON.stringify([key, value]));
}
