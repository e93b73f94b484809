import { makeIban, withLuhnDigit } from './check-digits.ts';
import { base62, base64Url, digits, lower, type SeededRandom, upper } from './seeded-random.ts';

/** Joins words at run time, so that no committed file holds anything like a key. */
export function join(...parts: string[]): string {
  return parts.join('');
}

export function makeJwt(random: SeededRandom): string {
  const algorithm = random.pick(['HS256', 'HS256', 'RS256', 'ES256']);
  const header = random.pick<object>([
    { alg: algorithm, typ: 'JWT' },
    { typ: 'JWT', alg: algorithm, kid: random.hex(16) },
  ]);
  const issuedAt = random.between(1_700_000_000, 1_790_000_000);
  const payload = random.pick<object>([
    { sub: random.number(10), name: 'Ada Lovelace', iat: issuedAt, exp: issuedAt + 3600 },
    {
      iss: 'https://login.example.com/',
      aud: 'api',
      sub: `user|${random.hex(12)}`,
      exp: issuedAt,
      scope: 'read write',
    },
    { role: 'service_role', iss: 'supabase', ref: random.text(lower, 20), iat: issuedAt, exp: issuedAt + 31_536_000 },
  ]);
  const signature = random.bytes(algorithm === 'RS256' ? 256 : algorithm === 'ES256' ? 64 : 32);
  const encoded = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return [...encoded, signature.toString('base64url')].join('.');
}

/** The first bytes of every file of the kind. */
const beginnings = {
  'RSA PRIVATE KEY': [0x30, 0x82, 0x04, 0xa4, 0x02, 0x01, 0x00, 0x02, 0x82, 0x01, 0x01, 0x00],
  'PRIVATE KEY': [0x30, 0x82, 0x04, 0xbe, 0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7],
  'ENCRYPTED PRIVATE KEY': [0x30, 0x82, 0x05, 0x2d, 0x30, 0x57, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7],
  'EC PRIVATE KEY': [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20],
  'OPENSSH PRIVATE KEY': [...Buffer.from('openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\x01')],
  'PGP PRIVATE KEY BLOCK': [0xc5, 0x46, 0x04],
  CERTIFICATE: [0x30, 0x82, 0x03, 0x5d, 0x30, 0x82, 0x02, 0x45, 0xa0, 0x03, 0x02, 0x01, 0x02, 0x02],
  'PUBLIC KEY': [0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d],
} as const;
export type PemLabel = keyof typeof beginnings;
const bodyBytes: Partial<Record<PemLabel, number>> = { 'EC PRIVATE KEY': 114, 'PUBLIC KEY': 280 };

export function makePem(random: SeededRandom, label: PemLabel): string {
  const bytes = Buffer.concat([Buffer.from(beginnings[label]), random.bytes(bodyBytes[label] ?? 600)]);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  const checksum = label.startsWith('PGP') ? [`=${random.text(base62, 4)}`] : [];
  const headers = label.startsWith('PGP') ? ['', ...lines] : lines;
  return [join('-----', 'BEGIN ', label, '-----'), ...headers, ...checksum, join('-----', 'END ', label, '-----')].join(
    '\n',
  );
}

export function makeSshPublicKey(random: SeededRandom): string {
  const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const body = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(random.bytes(32))]);
  return `ssh-ed25519 ${body.toString('base64')}`;
}

const cards = {
  visa: { first: () => '4', length: 16, groups: [4, 4, 4, 4] },
  mastercard: { first: (random: SeededRandom) => `5${random.between(1, 5)}`, length: 16, groups: [4, 4, 4, 4] },
  'mastercard-2-series': {
    first: (random: SeededRandom) => String(random.between(2221, 2720)),
    length: 16,
    groups: [4, 4, 4, 4],
  },
  amex: { first: (random: SeededRandom) => random.pick(['34', '37']), length: 15, groups: [4, 6, 5] },
  discover: { first: () => '6011', length: 16, groups: [4, 4, 4, 4] },
} as const;
export type CardBrand = keyof typeof cards;

export function makeCard(random: SeededRandom, brand: CardBrand, separator: '' | ' ' | '-'): string {
  const { first, length, groups } = cards[brand];
  const start = first(random);
  const number = withLuhnDigit(start + random.text(digits, length - 1 - start.length));
  const starts = groups.map((_, index) => groups.slice(0, index).reduce<number>((sum, size) => sum + size, 0));
  return groups.map((size, index) => number.slice(starts[index], (starts[index] ?? 0) + size)).join(separator);
}

/** The form behind the country and the check digits: n digits, a letters, c either, without national check digits. */
const accountForms = {
  DE: 'n18',
  FR: 'n10c11n2',
  GB: 'a4n14',
  ES: 'n20',
  IT: 'a1n10c12',
  NL: 'a4n10',
  CH: 'n5c12',
  AT: 'n16',
  BE: 'n12',
  PL: 'n24',
  SE: 'n20',
  PT: 'n21',
  NO: 'n11',
  DK: 'n14',
  IE: 'a4n14',
} as const;
export type IbanCountry = keyof typeof accountForms;
const banks: Partial<Record<IbanCountry, string[]>> = {
  GB: ['NWBK', 'BARC', 'HBUK', 'LOYD'],
  NL: ['INGB', 'ABNA', 'RABO'],
  IE: ['AIBK', 'BOFI'],
};

export function makeRandomIban(random: SeededRandom, country: IbanCountry, spaced: boolean): string {
  const parts = [...accountForms[country].matchAll(/([nac])(\d+)/g)].map(([, kind, length]) => {
    if (kind === 'a' && length === '4') return random.pick(banks[country] ?? []);
    return random.text(kind === 'n' ? digits : kind === 'a' ? upper : digits + upper, Number(length));
  });
  const iban = makeIban(country, parts.join(''));
  return spaced ? (iban.match(/.{1,4}/g) ?? []).join(' ') : iban;
}

/** Makes a number of an area, a group and a serial number that the authority assigns. */
export function makeSocialSecurityNumber(random: SeededRandom, separator: string): string {
  const area = random.pick([random.between(1, 665), random.between(667, 899)]);
  return [
    String(area).padStart(3, '0'),
    String(random.between(1, 99)).padStart(2, '0'),
    String(random.between(1, 9999)).padStart(4, '0'),
  ].join(separator);
}

const passwordWords = (
  'sunshine dragon monkey football princess shadow summer winter autumn spring tiger flower coffee banana purple ' +
  'chelsea liverpool batman superman pokemon matrix freedom whatever trustno qwerty letmein hunter master ' +
  'schatzi sommer berlin madrid amore soleil doudou azerty hamster guitar mustang charlie buster pepper ginger'
).split(' ');
const phraseWords = (
  'correct horse battery staple purple elephant river window candle rocket pickle garden thunder violin marble ' +
  'cactus lantern pebble walnut anchor biscuit meadow'
).split(' ');

/** Picks a lower-case word from the lists of the most used passwords. */
export function makeWordPassword(random: SeededRandom): string {
  return random.pick(passwordWords);
}

/** Makes a password as people choose it: a word with a number, a capital, a replaced letter or a mark. */
export function makeWeakPassword(random: SeededRandom): string {
  const word = random.pick(passwordWords);
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const year = String(random.between(1975, 2026));
  const leet = capital.replaceAll('o', '0').replaceAll('e', '3').replaceAll('a', '@');
  return random.pick([
    word + random.between(1, 999),
    capital + year,
    `${capital}${year}!`,
    `${leet}${random.between(10, 99)}`,
    `${capital}_${random.between(10, 99)}`,
    `${capital}${random.text('!?#$', 1)}${random.between(1, 99)}`,
  ]);
}

/** Makes a password as a password manager does: upper and lower case, digits and marks. */
export function makeStrongPassword(random: SeededRandom): string {
  const length = random.between(9, 19);
  const marks = '!#$%&*+-=?@^_~';
  return (
    random.text(lower + upper, 1) +
    random.text(base62 + marks, length) +
    random.text(digits, 1) +
    random.text('!#$%?@^', 1) +
    random.text(lower, 1) +
    random.text(upper, 1)
  );
}

export function makePassword(random: SeededRandom): string {
  return random.below(2) === 0 ? makeWeakPassword(random) : makeStrongPassword(random);
}

export function makePassphrase(random: SeededRandom, separator: string): string {
  return random.shuffled(phraseWords).slice(0, 4).join(separator);
}

const mnemonicWords = (
  'abandon ability absorb acoustic adapt album anchor animal apple arctic arrow artist autumn avocado awesome ' +
  'bamboo banana basket beach bicycle blossom bridge bronze butter cactus camera canyon castle cherry circle ' +
  'coconut copper coral cradle cricket crystal dawn desert diamond dolphin dragon eagle elegant ember engine ' +
  'fabric fashion fiction forest galaxy garden gentle giraffe grape guitar hammer harvest honey island jungle ' +
  'kitchen ladder lemon lobster maple melody mirror mountain noodle ocean olive orbit oxygen panda pepper ' +
  'pilot planet puzzle quantum rabbit rescue ribbon rocket saddle salmon shadow silver spider sunset tiger ' +
  'tornado trumpet turtle umbrella velvet violin volcano walnut whisper window winter wolf zebra zone'
).split(' ');

/** Picks words of the BIP 39 list, without the checksum in the last word. */
export function makeSeedPhrase(random: SeededRandom, words: 12 | 24): string {
  return random.shuffled(mnemonicWords).slice(0, words).join(' ');
}

/** Makes a generic key of upper case, lower case and digits. */
export function makeGenericKey(random: SeededRandom): string {
  return random.pick([
    () => random.text(base62, 40),
    () => random.hex(32),
    () => random.hex(64),
    () => random.bytes(32).toString('base64'),
    () => `${random.text(base62, 3)}_${random.text(base64Url, 28)}${random.text(digits, 2)}`,
  ])();
}
