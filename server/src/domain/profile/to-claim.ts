import { toAlternative } from './alternatives.ts';
import { isNegative, toKeyWords } from './to-key-words.ts';
import type { Statement } from './to-statements.ts';

/** Something that has one value at a time: where somebody lives, a deadline, the version of a tool. */
export interface Attribute {
  /** Whose and what; also of what kind the value is: "Friday" and "firm" tell of different things. */
  key: string;
  value: string;
  /** Whether this statement puts an end to older ones with another value. */
  decides: boolean;
}

/** What a statement says, in a form that two statements can be compared in. */
export interface Claim {
  /** Its words in order, without those that change nothing; the same for repetitions. */
  words: string;
  /** Whether it denies them. */
  isDenial: boolean;
  attributes: Attribute[];
  /** What is used or preferred, with by whom. */
  choice: string | null;
  /** Choices that it says are not made (any more). */
  rejects: string[];
}

const locationName = "\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+){0,3}";
const now = '(?:(?:now|currently|jetzt|maintenant|ahora) )?';
const being = '(?:(?:is|am|are|has|have) (?:now |just |recently )?)?';
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const residence = new RegExp(
  `^(?<subject>.{0,60}?)(?<!\\p{L})${being}(?:${[
    `(?:[Ll]ives?|[Ll]iving|[Rr]esides?|[Bb]ased|[Ww]ohnt?e?|[Ll]ebt?e?|[Hh]abite|[Vv]it|[Vv]iv[oe]) ${now}(?:in|à|en|at)`,
    `(?:[Mm]oved|[Rr]elocated)(?: from ${locationName})? to`,
    '(?:a|ai) déménagé à|se mudó a|me mudé a|(?:ist|bin) nach|zog nach',
  ].join('|')}) (?<value>${locationName})(?<rest>.*)$`,
  'u',
);
const employer = new RegExp(
  `^(?<subject>.{0,60}?)(?<!\\p{L})${being}(?:[Ww]orks?|[Ww]orking|[Aa]rbeitet?e?|[Tt]ravaille|[Tt]rabaj[ao]) ${now}(?:at|for|bei|für|chez|en|para) (?<value>${locationName})(?<rest>.*)$`,
  'u',
);
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const version =
  /^(?<subject>.{0,60}?)(?<!\p{L})(?:[Uu]ses?|[Rr]uns?(?: on)?|[Rr]equires?|[Uu]pgraded to|[Uu]pdated to|[Uu]pgraded from .{1,30} to|nutzt|nutzen|utilise|usa) (?:now )?(?<name>\p{L}[\p{L}+#-]*(?: \p{Lu}[\p{L}+#-]*)?) v?(?<value>\d+(?:\.\d+)*)(?!\s?[-–]|\p{L}|%)(?<rest>.*)$/u;
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const equation =
  /^(?<subject>.{1,80}?)(?: (?:is|are|ist|sind|est|sont|es|son|(?:was |were )?(?:changed|moved|raised|lowered|set) to)(?: (?:now|currently|jetzt|maintenant|ahora))?|:) (?<value>.{1,80})$/u;
const rescheduled =
  /^(?:.{0,20} )?(?:[Mm]oved|[Cc]hanged|[Pp]ostponed|[Rr]escheduled|[Pp]ushed|[Bb]rought|[Ss]et|[Rr]aised|[Ll]owered) (?:the |our |my )?(?<subject>\p{L}+(?: \p{L}+)?) (?:back |forward |up |down )?(?:from .{1,40} )?to (?<value>.{1,80})$/u;
const favourite =
  /^(?<value>.{1,60}) (?:is|ist|est|es) (?:now )?(?<subject>(?:my|the|\p{L}+'s)? ?favou?rite .{1,40})$/u;

/** Nouns that have one value at a time. Others, such as "sister" or "server", have many things said of them. */
const single = new Set(
  `deadline launch birthday anniversary name nickname surname address email timezone zone port version budget price limit
   timeout owner manager boss maintainer branch currency capacity salary age height weight size title employer username
   locale standup diet
   geburtstag adresse frist zeitzone anniversaire fuseau cumpleaños dirección plazo`.split(/\s+/),
);
const lastWord = /(?<!\p{L})\p{L}+$/u;
const chosen =
  /(?<!\p{L})(?:favou?rite|preferred|default|primary|lieblings\p{L}*|préférée?|favorit[oa]|preferid[oa])(?!\p{L})/u;
const dated =
  /\d|january|february|march|april|(?<!\p{L})may(?!\p{L})|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow/u;

/** Not asserted, or no longer: the rest of the statement decides nothing. */
const open =
  /(?<!\p{L})(?:used to|would|might|could|if|when|wants? to|plans? to|hopes? to|considers?|considering|thinks?|maybe|perhaps|früher|vielleicht|peut-être|antes|quizás)(?!\p{L})/u;
/** In capitals it is a month. */
const may = /(?<!\p{L})may(?!\p{L})/u;
/** More than one thing is said. */
const joined = /(?<!\p{L})(?:and|but|or|while|because|und|aber|oder|et|mais|ou|y|pero|o)(?!\p{L})|;/u;
/** Said after a value without changing it; longer rests say something of their own. */
const maxRestWords = 5;
/** True only at times: somebody may live in two places. */
const sometimes =
  /(?<!\p{L})(?:summers?|winters?|spring|autumn|weekends?|weekdays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|half|part|partly|sometimes|until|till|during|while|sommer|winter|été|hiver|verano|invierno)(?!\p{L})/u;
const maxValueWords = 6;

const choosing =
  /^(?<subject>.{0,60}?)(?<!\p{L})(?<verb>prefers?|uses?|using|drinks?|writes? in|switched|moved|migrated|changed)(?!\p{L}) (?<object>.{1,120})$/u;
const against = /,? (?:and )?(?:not|instead of|rather than|over) /u;
const preferredTo = / to /u;
const changing = /^(?:switched|moved|migrated|changed)$/u;
const change =
  /(?<!\p{L})(?:now|from now on|these days|nowadays|instead|jetzt|inzwischen|maintenant|désormais|ahora)(?!\p{L})/u;

/** Said before a statement without changing it. */
const fillers =
  /^(?:(?:big|good|great|sad) news[,:!]|by the way,?|btw,?|fyi[,:]?|update[,:]|to be honest,|honestly,|oh,|yes,|yeah,|no,|ok(?:ay)?,|well,?|actually,?|also,?|and|but|so,?) /i;

/** @param isAlone whether the memory says nothing else: beside other sentences, "the port" may be any port */
export function toClaim(
  { speaker, heading, body }: Pick<Statement, 'speaker' | 'heading' | 'body'>,
  isAlone: boolean,
): Claim {
  const plain = body
    .replaceAll('’', "'")
    .replace(/(?<=\p{L})'m(?= )/gu, ' am')
    .replace(/(?<=\p{L})'re(?= )/gu, ' are')
    .replace(/(?<=\p{L})'ve(?= )/gu, ' have')
    .replace(/(?<![\s.!…。])[\s.!…。]+$/u, '')
    .replace(fillers, '');
  const about = join(
    ...(speaker === null || speaker === 'user' ? [] : toKeyWords(speaker)),
    ...(heading === null ? [] : toKeyWords(heading)),
  );
  const by = (subject: string) => join(about, ...toKeyWords(subject));
  const { choice, rejects } = toChoice(plain, by);
  return {
    words: join(about, ...toKeyWords(plain)),
    isDenial: isNegative(plain),
    attributes: isOpen(plain) || isNegative(plain) ? [] : toAttributes(plain, by, isAlone),
    choice,
    rejects,
  };
}

type By = (subject: string) => string;

function toAttributes(plain: string, by: By, isAlone: boolean): Attribute[] {
  const attributes: Attribute[] = [];
  const add = (kind: string, key: string, value: string) =>
    attributes.push({
      key: `${kind} ${kindOf(value)} ${key}`,
      value: toKeyWords(value).join(' '),
      decides: true,
    });
  for (const [kind, pattern] of [
    ['residence', residence],
    ['employer', employer],
  ] as const) {
    const { subject = '', value = '', rest = '' } = pattern.exec(plain)?.groups ?? {};
    if (value !== '' && endsThere(rest)) add(kind, by(subject), value);
  }
  const versioned = version.exec(plain)?.groups;
  if (versioned) {
    const { subject = '', name = '', value = '', rest = '' } = versioned;
    const who = by(subject);
    if (endsThere(rest) && (isAlone || who !== '')) add('version', by(`${subject} ${name} ${rest}`), value);
  }
  const stated = favourite.exec(plain)?.groups ?? rescheduled.exec(plain)?.groups ?? equation.exec(plain)?.groups;
  if (stated) {
    const { subject = '', value = '' } = stated;
    const key = toSlot(subject, value);
    if (key !== undefined && (isAlone || by(key).includes(' '))) add('is', by(key), value);
  }
  const alternative = toAlternative(plain.toLowerCase(), change.test(plain.toLowerCase()));
  if (alternative) {
    const { among, rest, value, decides } = alternative;
    attributes.push({ key: `alternative ${among} ${by(rest)}`, value, decides });
  }
  return attributes;
}

/** The thing that is said to be `value`, when it can be only one at a time: the port, Ada's birthday, the owner of it. */
function toSlot(subject: string, value: string): string | undefined {
  if (
    joined.test(subject.toLowerCase()) ||
    joined.test(value.toLowerCase()) ||
    toKeyWords(value).length > maxValueWords
  )
    return undefined;
  const [thing = '', possessor = ''] = subject.split(' of ');
  const noun = lastWord.exec(thing)?.[0].toLowerCase() ?? '';
  return single.has(noun) || (noun !== '' && chosen.test(thing.toLowerCase())) ? `${possessor} ${thing}` : undefined;
}

function isOpen(plain: string): boolean {
  return open.test(plain.toLowerCase()) || may.test(plain);
}

function endsThere(rest: string): boolean {
  return (
    !joined.test(rest.toLowerCase()) &&
    !sometimes.test(rest.toLowerCase()) &&
    toKeyWords(rest).length <= maxRestWords &&
    !/^[-\p{L}]/u.test(rest)
  );
}

function kindOf(value: string): string {
  if (dated.test(value.toLowerCase())) return 'number';
  return /^(?:on |at |in |the )?\p{Lu}/u.test(value) ? 'name' : 'word';
}

/** "X uses A, not B", "X prefers A to B", "X switched from B to A": what is chosen, what is not. */
function toChoice(plain: string, by: By): Pick<Claim, 'choice' | 'rejects'> {
  const { subject = '', verb = '', object = '' } = choosing.exec(plain.toLowerCase())?.groups ?? {};
  if (object === '' || isOpen(plain)) return { choice: null, rejects: [] };
  const who = by(subject);
  const choiceOf = (thing: string) => `${who} > ${toKeyWords(thing).join(' ')}`;
  if (changing.test(verb)) {
    const from = /^(?:from (?<a>.{1,60}?) to (?<b>.{1,60})|to (?<c>.{1,60}) from (?<d>.{1,60}))$/u.exec(object)?.groups;
    const [chosenThing, left] = [from?.['b'] ?? from?.['c'], from?.['a'] ?? from?.['d']];
    if (!chosenThing || !left) return { choice: null, rejects: [] };
    return { choice: choiceOf(chosenThing), rejects: [choiceOf(left)] };
  }
  if (isNegative(`${subject} ${verb}`)) return { choice: null, rejects: [choiceOf(object)] };
  const [taken = '', ...others] = object.split(
    verb.startsWith('prefer') && !against.test(object) ? preferredTo : against,
  );
  return { choice: taken === '' ? null : choiceOf(taken), rejects: others.map(choiceOf) };
}

function join(...words: string[]): string {
  return words.filter((word) => word !== '').join(' ');
}
