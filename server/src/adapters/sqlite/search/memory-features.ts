import { findOrAdd } from '../../../lib/find-or-add.ts';
import type { Candidate } from '../../../ports/memory-store.ts';
import { grown } from './grown.ts';
import { WordPostings } from './word-postings.ts';

/** The {@link featureColumns} of a memory. */
export type FeatureColumns = [
  id: string,
  version: number,
  entities: string,
  copyHash: number | null,
  characters: number,
  ending: string,
  textChangedAt: number | null,
  speaker: string | null,
];

export const featureColumns = 'id, version, entities, copyHash, characters, ending, textChangedAt, speaker';

/** The columns of a candidate that depend on the memory alone. */
export interface Features extends Pick<Candidate, 'id' | 'version' | 'copyHash' | 'characters' | 'ending'> {
  /** The time of the last change of the text, and 0 if it never changed. */
  textChangedAt: number;
  /** The speaker of a message, and an empty string for other memories. */
  speaker: string;
}

const idPrefix = 'mem_';
const idLength = 26;
/** An id in the server's format. Stores may contain others. */
const usualId = /^mem_[0-9A-Z]{26}$/;
/** A character that no name has. */
const nameSeparator = '\0';
/** The approximate size of an entry of a map or array without its characters, in bytes. */
const bytesPerText = 120;

/** Contains the data for ranking each memory, by ordinal, so that a search reads no rows. */
export class MemoryFeatures {
  /** The usual ids without their prefix, as bytes. */
  private ids = Buffer.alloc(0);
  private readonly unusualIds = new Map<number, string>();
  private versions = new Int32Array(0);
  /** -1 without a hash. */
  private copyHashes = new Float64Array(0);
  private characters = new Int32Array(0);
  /** The code point of each ending, and -1 without one. */
  private endings = new Int32Array(0);
  private changeTimes = new Float64Array(0);
  /** Small numbers instead of speakers. */
  private speakers = new Int32Array(0);
  private readonly speakerNumbers = new Map<string, number>();
  private readonly speakerNames: string[] = [];
  private speakerCharacters = 0;
  /** The names of entities in lower case, each of which counts as a word. */
  readonly entities = new WordPostings({ separator: nameSeparator });

  /** The estimated size in bytes. */
  get bytes(): number {
    let bytes = this.entities.bytes + this.ids.length + this.speakerCharacters * 2;
    bytes += (this.unusualIds.size + this.speakerNames.length) * bytesPerText;
    const arrays = [this.versions, this.copyHashes, this.characters, this.endings, this.changeTimes, this.speakers];
    for (const { byteLength } of arrays) bytes += byteLength;
    return bytes;
  }

  /** Adds a memory, or changes its features. */
  set(
    ordinal: number,
    [id, version, entities, copyHash, characters, ending, textChangedAt, speaker]: FeatureColumns,
  ): void {
    this.reserve(ordinal + 1);
    this.setId(ordinal, id);
    this.versions[ordinal] = version;
    this.copyHashes[ordinal] = copyHash ?? -1;
    this.characters[ordinal] = characters;
    this.endings[ordinal] = ending.codePointAt(0) ?? -1;
    this.changeTimes[ordinal] = textChangedAt ?? 0;
    this.speakers[ordinal] = this.speakerNumber(speaker ?? '');
    this.entities.set(ordinal, entities === '[]' ? '' : toNames(entities));
  }

  remove(ordinal: number): void {
    this.unusualIds.delete(ordinal);
    this.entities.remove(ordinal);
  }

  at(ordinal: number): Features {
    const copyHash = this.copyHashes[ordinal] as number;
    const ending = this.endings[ordinal] as number;
    const start = ordinal * idLength;
    return {
      id: this.unusualIds.get(ordinal) ?? idPrefix + this.ids.toString('latin1', start, start + idLength),
      version: this.versions[ordinal] as number,
      copyHash: copyHash === -1 ? null : copyHash,
      characters: this.characters[ordinal] as number,
      ending: ending === -1 ? '' : String.fromCodePoint(ending),
      textChangedAt: this.changeTimes[ordinal] as number,
      speaker: this.speakerNames[this.speakers[ordinal] as number] as string,
    };
  }

  private reserve(length: number): void {
    this.versions = grown(this.versions, length);
    this.copyHashes = grown(this.copyHashes, length);
    this.characters = grown(this.characters, length);
    this.endings = grown(this.endings, length);
    this.changeTimes = grown(this.changeTimes, length);
    this.speakers = grown(this.speakers, length);
    if (this.ids.length >= length * idLength) return;
    const ids = Buffer.alloc(this.versions.length * idLength);
    this.ids.copy(ids);
    this.ids = ids;
  }

  private setId(ordinal: number, id: string): void {
    if (usualId.test(id)) this.ids.write(id.slice(idPrefix.length), ordinal * idLength, 'latin1');
    else this.unusualIds.set(ordinal, id);
  }

  private speakerNumber(name: string): number {
    return findOrAdd(this.speakerNumbers, name, () => {
      this.speakerCharacters += name.length;
      return this.speakerNames.push(name) - 1;
    });
  }
}

function toNames(entities: string): string {
  return (JSON.parse(entities) as { name: string }[]).map(({ name }) => name.toLowerCase()).join(nameSeparator);
}
