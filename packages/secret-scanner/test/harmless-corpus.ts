import { harmlessCode } from './harmless-code.ts';
import { harmlessTalk } from './harmless-talk.ts';
import { harmlessValues } from './harmless-values.ts';
import { SeededRandom } from './seeded-random.ts';

export interface HarmlessText {
  kind: string;
  text: string;
}

/** Makes texts of agents, code and data without secrets. They are the same for the same seed. */
export function harmlessCorpus(seed: number): HarmlessText[] {
  const random = new SeededRandom(seed);
  const written = Object.entries({ ...harmlessTalk, ...harmlessCode }).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind, text })),
  );
  const made = Object.entries(harmlessValues).flatMap(([kind, lines]) =>
    lines.map((line) => ({ kind, text: line(random) })),
  );
  return [...written, ...made];
}
