import { toWords } from '../text/words.ts';

/** In UTF-16 units: longer names are cut, as nobody asks for them whole. */
const maxSpeakerLength = 64;

/** The words of a speaker's name, each speaker's taken apart once: those of a conversation recur with every turn. */
export type SpeakerWords = (speaker: string) => readonly string[];

export function createSpeakerWords(): SpeakerWords {
  const known = new Map<string, readonly string[]>();
  return (speaker) => {
    const words = known.get(speaker) ?? toWords(speaker.slice(0, maxSpeakerLength));
    known.set(speaker, words);
    return words;
  };
}
