import { stemmer } from 'stemmer';

const words = /[\p{L}\p{N}\p{M}]+(?:[.+#_/@-]+[\p{L}\p{N}\p{M}]+)*[+#]*/gu;
const ascii = /^[a-z]+$/;

/** Words that deny a statement: "no longer", "ne … pas". */
const negations = new Set(
  'not never no none neither nor cannot without longer anymore nicht kein keine keinen keiner keinem nie niemals mehr ne pas jamais aucun aucune nunca jamás tampoco'.split(
    ' ',
  ),
);
const denying =
  /(?<!\p{L})(?:not|never|no longer|no|cannot|can't|won't|neither|nicht|keine?[nrm]?|niemals|nie|pas|jamais|nunca|jamás)(?!\p{L})|(?<=\p{L})n't(?!\p{L})/u;
/** "uses A, not B" denies nothing of "uses A". Bounded input: a sentence of at most `maxSentenceLength`. */
const contrast =
  /(?:, (?:and )?|(?<!(?:do|does|did|be|is|are|am|was|were|has|have|had|can|will|would|should|must|may|might|could)) )not (?:only |just )?(?!\p{L}+ing)/u;

/** Words that do not change what a statement means. Prepositions do: "from A to B" is not "to A from B". */
const weak = new Set(
  `a an the really very quite also just still now currently nowadays actually definitely again already always do does did
   please anymore that
   der die das ein eine einen jetzt inzwischen auch sehr immer wirklich
   le la les un une l d j maintenant désormais aussi très toujours
   el los las una ahora también muy siempre yo`.split(/\s+/),
);
/** Words for the person whom the memories are about. */
const oneself = new Set('user i my me'.split(' '));
const toBe = { am: 'be', is: 'be', are: 'be', m: 'be' };
const forms: Record<string, string> = { ...toBe, has: 'have', colour: 'color', favourite: 'favorite', our: 'we' };

/** Returns what identifies a statement: stemmed words without articles, emphasis, negations and the user. */
export function toKeyWords(text: string): string[] {
  const expanded = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/can't/g, 'can not')
    .replace(/n't(?!\p{L})/gu, ' not')
    .replace(/'s(?!\p{L})/gu, ' ');
  const found = expanded.match(words) ?? [];
  const kept = found.filter((word) => !weak.has(word) && !negations.has(word));
  while (oneself.has(kept[0] ?? '')) kept.shift();
  return kept.map((word) => {
    const form = forms[word] ?? word;
    return ascii.test(form) ? stemmer(form) : form;
  });
}

export function isNegative(text: string): boolean {
  return denying.test(text.replaceAll('’', "'").toLowerCase().replace(contrast, ' '));
}
