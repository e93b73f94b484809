import { unspacedScripts } from '../text/words.ts';

const greeting =
  'hi|hello|hey|hiya|good (?:morning|afternoon|evening|night)|thanks|thank you|thx|cheers|bye|goodbye|see you|welcome|congrats|congratulations|sorry|' +
  'hallo|moin|servus|guten (?:tag|morgen|abend)|danke|vielen dank|tschüss|bis bald|' +
  'bonjour|bonsoir|salut|coucou|merci|au revoir|à bientôt|' +
  'hola|buenos días|buenas (?:tardes|noches)|gracias|adiós|hasta luego';
const fillers = new Set(
  `a all again am and are as at be bit can course cool day dear deal did do for fun get glad go good got great ha haha happy
  have hello help helps helped here hey hi hmm how i idea i'm i'll is it it's just know later let like lol lot luck makes many me much nice
  morning no nope of oh ok okay perfect please pleasure right see sense so soon sounds sure talk thank thanks that that's the them then there this
  to too understood um us very wait was we welcome well will with wonderful wow yeah yep yes you you're your
  ah alles klar gut ja jawohl nein super prima bitte gern gerne genau stimmt
  oui non d'accord bien sûr parfait très
  sí si vale claro perfecto muy`.split(/\s+/),
);

const questionMark = /[?？؟⁇]["'»”’)\]]*\s*$/u;
/** Only Greek questions end with a semicolon. Their last clause has Greek letters. */
const greekQuestion = /[;\u037e]$(?<=\p{Script=Greek}[^;]*.)/u;
const englishQuestion =
  /^(?:(?:can|could|would|will|should|shall|may|do|does|did|have|has|are|is|am) (?:you|we|i|he|she|they|it|there|anyone|anybody|someone) |(?:what|how|why|where|when|who|which|whose)(?:'s| (?:is|are|was|were|do|does|did|can|could|should|would|will|about|come)) )/i;
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const opening = new RegExp(
  `^(?:${greeting})(?: (?:there|all|everyone|team|\\p{Lu}[\\p{L}'’-]*))?\\s*[,!.…–—-]+\\s*`,
  'iu',
);
const startsWithGreeting = new RegExp(`^(?:${greeting})(?![\\p{L}\\p{N}])`, 'iu');
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}]+)?/gu;
const unspaced = new RegExp(unspacedScripts, 'gv');

/** A longer sentence contains more than the greeting at its beginning. */
const maxGreetingWords = 5;
/** This many characters of a script without spaces may be a sentence. */
const unspacedSentence = 4;

export function isQuestion(sentence: string): boolean {
  return questionMark.test(sentence) || greekQuestion.test(sentence.trimEnd()) || englishQuestion.test(sentence);
}

/** Cuts off the greeting at the beginning: "Hi Bo, I prefer tea." becomes "I prefer tea." */
export function withoutGreeting(sentence: string): string {
  return sentence.replace(opening, '');
}

/** Whether a sentence is a single word: a heading, a label, a shout. */
export function isSingleWord(sentence: string): boolean {
  return (sentence.match(unspaced)?.length ?? 0) < unspacedSentence && wordsOf(sentence).length < 2;
}

function wordsOf(sentence: string): string[] {
  return sentence.toLowerCase().replaceAll('’', "'").match(words) ?? [];
}

/** Whether a sentence is a greeting, thanks or a reply like "Sounds good", or contains no words. */
export function isSmallTalk(sentence: string): boolean {
  if ((sentence.match(unspaced)?.length ?? 0) >= unspacedSentence) return false;
  const found = wordsOf(sentence);
  if (found.every((word) => fillers.has(word))) return true;
  return startsWithGreeting.test(sentence) && found.length <= maxGreetingWords;
}
