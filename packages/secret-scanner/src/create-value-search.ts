import { findSensitiveInSteps, joinOverlapping, meaningOf, pauseCharacters } from './find-sensitive.ts';
import { joinTexts, joinTokens } from './join-texts.ts';
import type { SensitiveSpan } from './sensitive-kinds.ts';

/** The names of a value: its own key, and the nearest key above it that names a secret. */
export interface ValueNames {
  key: string;
  outer: string;
}

/** Texts that are read together with another one, such as the messages before and behind it. */
export interface Neighbours {
  before: readonly string[];
  behind: readonly string[];
}

/** The length of text at a seam in which a secret may begin, in UTF-16 units. Further on, the text is read by itself. */
const maxSeamDistance = 200;
const maxContextLength = 64;
const maxPartLength = 32;
/** No secret is shorter, whatever its name. */
const minSecretLength = 3;
/** No token is a single word in lower case: it would have digits, capitals or more letters. */
const plainWord = /^[a-z_]{0,16}$/;
/** A single word, or a number with fewer digits than those of an identity or of a card. */
const plainValue = /^(?:[a-z_]{0,16}|\d{1,7})$/;
const plainName = /^[a-z_]{0,64}$/i;
/** The cost of a value on top of its characters, in characters. */
const valueCost = 40;

/**
 * Searches several texts and values. It pauses inside a long text, and between short ones that add up to a long one.
 */
export interface ValueSearch {
  find(text: string): Generator<void, readonly SensitiveSpan[]>;
  /** Finds secrets in a text by itself, and what of a secret it holds whose name or rest is in a neighbour. */
  findAmong(text: string, neighbours: Neighbours): Generator<void, readonly SensitiveSpan[]>;
  /** Finds secrets in a value by itself, by its key, and by its key as a part of the key above. */
  findUnderNames(value: string, names: ValueNames): Generator<void, readonly SensitiveSpan[]>;
  namesSecret(name: string): boolean;
  /** Whether a value is too plain for a secret, as most are, so that no search is needed. */
  isPlain(value: string, names: ValueNames): boolean;
}

/** Whether a text is too plain for a secret, as most keys are. */
export function isPlainWord(text: string): boolean {
  return plainWord.test(text);
}

export function createValueSearch(): ValueSearch {
  /** The spans inside a value, by its name and the value. */
  const knownSpans = new Map<string, readonly SensitiveSpan[]>();
  const knownNames = new Map<string, ReturnType<typeof meaningOf>>();
  let charactersSincePause = 0;

  function meaning(name: string): ReturnType<typeof meaningOf> {
    const known = knownNames.get(name) ?? meaningOf(name.slice(-maxContextLength));
    knownNames.set(name, known);
    return known;
  }

  const namesSecret = (name: string): boolean => meaning(name) === 'secret';

  function* find(text: string): Generator<void, SensitiveSpan[]> {
    if (charactersSincePause >= pauseCharacters) {
      charactersSincePause = 0;
      yield;
    }
    charactersSincePause += valueCost + (text.length % pauseCharacters);
    return yield* findSensitiveInSteps(text);
  }

  function* findAmong(text: string, { before, behind }: Neighbours): Generator<void, SensitiveSpan[]> {
    const spans = yield* find(text);
    const alone = spans.length;
    for (const seam of before.map((other) => joinTexts(other, text))) {
      if (!seam) continue;
      for (const { kind, start, end } of yield* find(seam.text)) {
        const isHere = end > seam.at && start < seam.at + maxSeamDistance;
        if (isHere) spans.push({ kind, start: Math.max(0, start - seam.at), end: end - seam.at });
      }
    }
    for (const seam of behind.map((other) => joinTokens(text, other))) {
      if (!seam) continue;
      const textEnd = text.trimEnd().length;
      for (const { kind, start, end } of yield* find(seam.text)) {
        // A secret that lies in this text alone has been found already.
        const isBroken = start < seam.at && end > seam.at;
        if (isBroken) spans.push({ kind, start: start + textEnd + 1 - seam.at, end: textEnd });
      }
    }
    return spans.length === alone ? spans : joinOverlapping(spans);
  }

  function* findUnderName(value: string, name: string): Generator<void, readonly SensitiveSpan[]> {
    if (name === '') return yield* find(value);
    const shown = name.slice(-maxContextLength);
    const entry = `${shown}\n${value}`;
    let spans = knownSpans.get(entry);
    if (spans) return spans;
    // A quoted word in code is a value, but a sentence behind a colon is prose.
    const isWritableAsCode = namesSecret(shown) && !/["\\\n]/.test(value);
    spans = isWritableAsCode ? yield* findBehind(`${shown}="`, value, '"') : [];
    if (spans.length === 0) spans = yield* findBehind(`${shown}: `, value, '');
    knownSpans.set(entry, spans);
    return spans;
  }

  function* findBehind(before: string, value: string, after: string): Generator<void, SensitiveSpan[]> {
    const offset = before.length;
    const found = yield* find(before + value + after);
    return found
      .filter(({ start }) => start >= offset)
      .map(({ kind, start, end }) => ({ kind, start: start - offset, end: Math.min(end - offset, value.length) }));
  }

  return {
    find,
    findAmong,
    namesSecret,
    isPlain: (value, { key, outer }) =>
      outer === '' && plainValue.test(value) && plainName.test(key) && meaning(key) === 'none',
    *findUnderNames(value, { key, outer }) {
      if (value.length < minSecretLength) return [];
      const spans = yield* findUnderName(value, key);
      if (spans.length > 0 || outer === '' || namesSecret(key)) return spans;
      // The name in code would be passwords.prod or passwords_prod.
      const part = key.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, maxPartLength);
      return yield* findUnderName(value, `${outer}_${part}`);
    },
  };
}
