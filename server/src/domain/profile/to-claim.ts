import { isNegative, toKeyWords } from './to-key-words.ts';
import type { Statement } from './to-statements.ts';

/** A value that contradicts every other value under the same key, such as a home, a deadline or a choice. */
export interface Assertion {
  /** The subject and the attribute. It includes the form of the value, because "Friday" does not contradict "firm". */
  key: string;
  value: string;
  /** Whether this statement ends older ones with another value. */
  decides: boolean;
}

const locationName = "\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+){0,3}";
const now = '(?:(?:now|currently|jetzt|maintenant|ahora) )?';
const being = '(?:(?:is|am|are|has|have) (?:now |just |recently )?)?';
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const located = (...verbs: string[]) =>
  new RegExp(
    `^(?<subject>.{0,60}?)(?<!\\p{L})${being}(?:${verbs.join('|')}) (?<value>${locationName})(?<rest>.*)$`,
    'u',
  );
const residence = located(
  `(?:[Ll]ives?|[Ll]iving|[Rr]esides?|[Bb]ased|[Ww]ohnt?e?|[Ll]ebt?e?|[Hh]abite|[Vv]it|[Vv]iv[oe]) ${now}(?:in|à|en|at)`,
  `(?:[Mm]oved|[Rr]elocated)(?: from ${locationName})? to`,
  '(?:a|ai) déménagé à|se mudó a|me mudé a|(?:ist|bin) nach|zog nach',
);
const employer = located(
  `(?:[Ww]orks?|[Ww]orking|[Aa]rbeitet?e?|[Tt]ravaille|[Tt]rabaj[ao]) ${now}(?:at|for|bei|für|chez|en|para)`,
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

/** Nouns that have one value at a time. Others, such as "sister" or "server", have many. */
const singleValued = new Set(
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

/** Words of a statement that asserts nothing, or nothing about the present. */
const tentative =
  /(?<!\p{L})(?:used to|would|might|could|if|when|wants? to|plans? to|hopes? to|considers?|considering|thinks?|maybe|perhaps|früher|vielleicht|peut-être|antes|quizás)(?!\p{L})/u;
/** In lower case only, because "May" is a month. */
const may = /(?<!\p{L})may(?!\p{L})/u;
/** Words and signs that join several statements. */
const joined = /(?<!\p{L})(?:and|but|or|while|because|und|aber|oder|et|mais|ou|y|pero|o)(?!\p{L})|;/u;
/** A longer rest after a value is a statement of its own. */
const maxRestWords = 5;
/** Words for a part of the time: a person may live in two places. */
const sometimes =
  /(?<!\p{L})(?:summers?|winters?|spring|autumn|weekends?|weekdays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|half|part|partly|sometimes|until|till|during|while|sommer|winter|été|hiver|verano|invierno)(?!\p{L})/u;
const maxValueWords = 6;

const choosing =
  /^(?<subject>.{0,60}?)(?<!\p{L})(?<verb>prefers?|uses?|using|drinks?|writes? in|switched|moved|migrated|changed)(?!\p{L}) (?<object>.{1,120})$/u;
const against = /,? (?:and )?(?:not|instead of|rather than|over) /u;
const changing = /^(?:switched|moved|migrated|changed)$/u;
const replaced = /^(?:from (?<a>.{1,60}?) to (?<b>.{1,60})|to (?<c>.{1,60}) from (?<d>.{1,60}))$/u;
const change =
  /(?<!\p{L})(?:now|from now on|these days|nowadays|instead|jetzt|inzwischen|maintenant|désormais|ahora)(?!\p{L})/u;

/** Words before a statement that do not change it. */
const fillers =
  /^(?:(?:big|good|great|sad) news[,:!]|by the way,?|btw,?|fyi[,:]?|update[,:]|to be honest,|honestly,|oh,|yes,|yeah,|no,|ok(?:ay)?,|well,?|actually,?|also,?|and|but|so,?) /i;

type Subject = (words: string) => string;

/**
 * Returns the content of a statement in a form that can be compared. Repetitions have the same key, and a statement
 * without own words none. @param isAlone whether no other sentence explains what "the port" is
 */
export function toClaim({ speaker, heading, body }: Omit<Statement, 'text' | 'kind'>, isAlone: boolean) {
  const plain = body
    .replaceAll('’', "'")
    .replace(/(?<=\p{L})'m(?= )/gu, ' am')
    .replace(/(?<=\p{L})'re(?= )/gu, ' are')
    .replace(/(?<=\p{L})'ve(?= )/gu, ' have')
    .replace(/(?<![\s.!…。])[\s.!…。]+$/u, '')
    .replace(fillers, '');
  const about = [...toKeyWords(speaker === 'user' ? '' : (speaker ?? '')), ...toKeyWords(heading ?? '')];
  const subjectOf: Subject = (text) => [...about, ...toKeyWords(text)].join(' ');
  const words = subjectOf(plain);
  const isDenial = isNegative(plain);
  const isTentative = tentative.test(plain.toLowerCase()) || may.test(plain);
  return {
    key: words === '' ? null : `${isDenial} ${words}`,
    assertions: [
      ...(words === '' ? [] : [{ key: `words ${words}`, value: String(isDenial), decides: true }]),
      ...(isTentative || isDenial ? [] : toAttributes(plain, subjectOf, isAlone)),
      ...(isTentative ? [] : toChoices(plain, subjectOf)),
    ],
  };
}

function toAttributes(plain: string, subjectOf: Subject, isAlone: boolean): Assertion[] {
  const attributes: Assertion[] = [];
  const add = (kind: string, key: string, value: string) =>
    attributes.push({ key: `${kind} ${formOf(value)} ${key}`, value: toKeyWords(value).join(' '), decides: true });
  for (const [kind, pattern] of Object.entries({ residence, employer })) {
    const { subject = '', value = '', rest = '' } = pattern.exec(plain)?.groups ?? {};
    if (value !== '' && addsNothing(rest)) add(kind, subjectOf(subject), value);
  }
  const { subject = '', name = '', value = '', rest = '' } = version.exec(plain)?.groups ?? {};
  if (value !== '' && addsNothing(rest) && (isAlone || subjectOf(subject) !== '')) {
    add('version', subjectOf(`${subject} ${name} ${rest}`), value);
  }
  const equated = favourite.exec(plain)?.groups ?? rescheduled.exec(plain)?.groups ?? equation.exec(plain)?.groups;
  const property = equated && toProperty(equated['subject'] ?? '', equated['value'] ?? '');
  if (property !== undefined && (isAlone || subjectOf(property).includes(' '))) {
    add('is', subjectOf(property), equated?.['value'] ?? '');
  }
  const alternative = toAlternative(plain.toLowerCase(), subjectOf);
  return alternative ? [...attributes, alternative] : attributes;
}

/** Returns the property that can have only one value at a time: the port, Ada's birthday, the owner of it. */
function toProperty(subject: string, value: string): string | undefined {
  const isSingle = !joined.test(subject.toLowerCase()) && !joined.test(value.toLowerCase());
  if (!isSingle || toKeyWords(value).length > maxValueWords) return undefined;
  const [thing = '', possessor = ''] = subject.split(' of ');
  const noun = lastWord.exec(thing)?.[0].toLowerCase() ?? '';
  const isProperty = singleValued.has(noun) || (noun !== '' && chosen.test(thing.toLowerCase()));
  return isProperty ? `${possessor} ${thing}` : undefined;
}

/** Whether the rest of a statement leaves its value as it is. */
function addsNothing(rest: string): boolean {
  const addsMore = joined.test(rest.toLowerCase()) || sometimes.test(rest.toLowerCase()) || /^[-\p{L}]/u.test(rest);
  return !addsMore && toKeyWords(rest).length <= maxRestWords;
}

function formOf(value: string): string {
  if (dated.test(value.toLowerCase())) return 'number';
  return /^(?:on |at |in |the )?\p{Lu}/u.test(value) ? 'name' : 'word';
}

/** Reads what is chosen and what is not: "X uses A, not B", "X prefers A to B", "X switched from B to A". */
function toChoices(plain: string, subjectOf: Subject): Assertion[] {
  const { subject = '', verb = '', object = '' } = choosing.exec(plain.toLowerCase())?.groups ?? {};
  if (object === '') return [];
  const choiceOf = (value: 'chosen' | 'rejected') => (thing: string) => {
    const key = `choice ${subjectOf(subject)} > ${toKeyWords(thing).join(' ')}`;
    return { key, value, decides: true };
  };
  const [toChosen, toRejected] = [choiceOf('chosen'), choiceOf('rejected')];
  if (changing.test(verb)) {
    const { a, b, c, d } = replaced.exec(object)?.groups ?? {};
    const [taken, left] = [b ?? c, a ?? d];
    return taken && left ? [toChosen(taken), toRejected(left)] : [];
  }
  if (isNegative(`${subject} ${verb}`)) return [toRejected(object)];
  const separator = verb.startsWith('prefer') && !against.test(object) ? ' to ' : against;
  const [taken = '', ...others] = object.split(separator);
  return [...(taken === '' ? [] : [toChosen(taken)]), ...others.map(toRejected)];
}

/** Things of which people choose one. Commas separate words for the same thing. */
const alternatives: Record<string, string> = {
  indentation: 'tab | space',
  theme: 'dark | light',
  length: 'short, brief, concise, terse | long, detailed, verbose',
  hotDrink: 'tea | coffee',
  seat: 'window | aisle',
  daytime: 'morning | afternoon | evening',
  units: 'metric | imperial',
  english: 'american | british',
  tone: 'formal | informal, casual',
  channel: 'email, mail | phone, telephone | slack | sms',
  packageManager: 'npm | pnpm | yarn | bun',
  database: 'mysql | mariadb | postgres, postgresql | sqlite | mongodb',
  testRunner: 'jest | vitest | mocha',
  bundler: 'webpack | vite | rollup | parcel | esbuild',
  editor: 'vim | neovim | emacs | helix | vscode | zed',
  chat: 'teams | discord | mattermost',
  cloud: 'aws | azure | gcp',
};

const knownAlternatives = new Map(
  Object.entries(alternatives).flatMap(([among, line]) =>
    line.split('|').flatMap((group) => {
      const same = group.split(',').flatMap((word) => toKeyWords(word));
      return same.map((word) => [word, { among, value: same[0] as string }] as const);
    }),
  ),
);

/** A preference contains one of these at a time. */
const preferring = /(?<!\p{L})(?:prefers?|bevorzug(?:e|t)|préfère|prefier[oe])(?!\p{L})/u;
/** A project may use two of these at the same time, so only a statement about a change ends earlier statements. */
const using = /(?<!\p{L})(?:uses?|using)(?!\p{L})/u;
const changedTo = /(?<!\p{L})(?:switched|moved|migrated|changed) to(?!\p{L})/u;
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const contrasted = /,? (?:not|instead of|rather than|over|from) .*$|(?<!(?:prefers?|preferring)) to .*$/u;

/** Reads which one of a few mutually exclusive things a statement in lower case chooses. */
function toAlternative(plain: string, subjectOf: Subject): Assertion | undefined {
  const isChange = changedTo.test(plain);
  const isPreferred = preferring.test(plain);
  if (!isChange && !isPreferred && !using.test(plain)) return undefined;
  const [verb = ''] = toKeyWords(isPreferred ? 'prefer' : 'use');
  const stated = plain.replace(changedTo, 'use').replace(contrasted, '');
  const words = toKeyWords(stated.replace(preferring, 'prefer').replace(using, 'use'));
  const found = words.filter((word) => knownAlternatives.has(word));
  const [word = ''] = found;
  const one = knownAlternatives.get(word);
  if (!one || found.length > 1 || !words.includes(verb)) return undefined;
  const rest = words.filter((other) => other !== word).join(' ');
  const key = `alternative ${one.among} ${subjectOf(rest)}`;
  return { key, value: one.value, decides: isPreferred || isChange || change.test(plain) };
}
