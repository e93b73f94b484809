import { toKeyWords } from './to-key-words.ts';

/** Things of which people choose one. Commas separate words for the same thing. */
const table: Record<string, string> = {
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

const known = new Map(
  Object.entries(table).flatMap(([among, line]) =>
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
const changing = /(?<!\p{L})(?:switched|moved|migrated|changed) to(?!\p{L})/u;
/** Bounded input: a sentence of at most `maxSentenceLength`. */
const contrasted = /,? (?:not|instead of|rather than|over|from) .*$|(?<!(?:prefers?|preferring)) to .*$/u;

/**
 * Reads which one of a few mutually exclusive things a statement chooses.
 * @param plain the statement in lower case
 * @returns also the statement without the chosen thing
 */
export function toAlternative(plain: string, statesChange: boolean) {
  const isChange = changing.test(plain);
  const isPreferred = preferring.test(plain);
  if (!isChange && !isPreferred && !using.test(plain)) return undefined;
  const [verb = ''] = toKeyWords(isPreferred ? 'prefer' : 'use');
  const stated = plain.replace(changing, 'use').replace(contrasted, '');
  const words = toKeyWords(stated.replace(preferring, 'prefer').replace(using, 'use'));
  const found = words.filter((word) => known.has(word));
  const [word] = found;
  const one = word === undefined ? undefined : known.get(word);
  if (word === undefined || !one || found.length > 1 || !words.includes(verb)) return undefined;
  const rest = words.filter((other) => other !== word).join(' ');
  return { ...one, rest, decides: isPreferred || isChange || statesChange };
}
