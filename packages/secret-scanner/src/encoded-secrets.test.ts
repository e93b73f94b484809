import { describe, expect, it } from 'vitest';
import { join, makeJwt } from '../test/make-secret-values.ts';
import { base62, base64Url, digits, SeededRandom, upper } from '../test/seeded-random.ts';
import { findSensitive } from './find-sensitive.ts';
import { createRedactionScan, redactText } from './redaction-scan.ts';

const random = new SeededRandom(20_261_127);
const tokens = {
  github_token: join('gh', 'p_', random.text(base62, 36)),
  stripe_key: join('sk', '_live_', random.text(base62, 24)),
  openai_key: join('sk', '-proj-', random.text(base64Url, 60), 'x1'),
  aws_access_key: join('AK', 'IA', random.text(upper + digits, 15), '7'),
  jwt: makeJwt(random),
};

const hex = (text: string) => Buffer.from(text).toString('hex');
const pairs = (text: string, replacement: string) => hex(text).replaceAll(/../g, replacement);
const some = (text: string, toEscape: (character: string) => string) =>
  text.replaceAll(/[aeiou_3-]/gi, (character) => toEscape(character));
const pieces = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ a: 'а', e: 'е', o: 'ο', p: 'р', s: 'ѕ', i: 'і', y: 'у', A: 'А', I: 'Ι', K: 'К', J: 'Ј' },
};

/** The first look-alike is in the prefix, because the alphabet of the rest is less important. */
const withLookAlike = (text: string) => text.replace(/[aeopsiyAIKJ]/, (letter) => lookAlikes[letter] ?? letter);

/** Each disguise writes a token differently. What is before and behind the token stays. */
const disguises: Readonly<Record<string, (token: string) => [before: string, written: string, behind: string]>> = {
  'a blank between all characters': (t) => ['', [...t].join(' '), ''],
  'a tab between all characters': (t) => ['', [...t].join('\t'), ''],
  'a no-break space between all characters': (t) => ['', [...t].join('\u00a0'), ''],
  'a line for each character': (t) => ['', [...t].join('\n'), ''],
  'a dash between all characters': (t) => ['', [...t].join('-'), ''],
  'hexadecimal digits': (t) => ['', hex(t), ''],
  'hexadecimal capitals': (t) => ['', hex(t).toUpperCase(), ''],
  'hexadecimal digits behind a name': (t) => ['key=0x', hex(t), ''],
  'hexadecimal digits with colons': (t) => ['', pairs(t, ':$&').slice(1), ''],
  'hexadecimal digits with blanks': (t) => ['', pairs(t, ' $&').slice(1), ''],
  'hexadecimal digits with dashes': (t) => ['', pairs(t, '-$&').slice(1), ''],
  'wrapped hexadecimal digits': (t) => ['', hex(t).replaceAll(/(.{60})(?=.)/g, '$1\n'), ''],
  'a list of bytes': (t) => ['[', pairs(t, ', 0x$&').slice(2), ']'],
  'base 64': (t) => ['', Buffer.from(t).toString('base64'), ''],
  'base 64 for addresses': (t) => ['', Buffer.from(t).toString('base64url'), ''],
  'wrapped base 64': (t) => [
    '',
    Buffer.from(t)
      .toString('base64')
      .replaceAll(/(.{64})(?=.)/g, '$1\r\n  '),
    '',
  ],
  'percent-encoding': (t) => ['', pairs(t, '%$&'), ''],
  'percent-encoding of some characters': (t) => ['', some(t, (one) => pairs(one, '%$&')), ''],
  'unicode escapes': (t) => ['', pairs(t, '\\u00$&'), ''],
  'unicode escapes in JSON in JSON': (t) => ['', pairs(t, '\\\\u00$&'), ''],
  'unicode escapes with braces': (t) => ['', pairs(t, '\\u{$&}'), ''],
  'byte escapes': (t) => ['', pairs(t, '\\x$&'), ''],
  'byte escapes of some characters': (t) => ['', some(t, (one) => pairs(one, '\\x$&')), ''],
  'the reverse order': (t) => ['', [...t].reverse().join(''), ''],
  'a look-alike of another script': (t) => ['', withLookAlike(t), ''],
  'a list of literals': (t) => ['["', pieces(t, 5).join('", "'), '"].join("")'],
  'a list of characters': (t) => ["['", [...t].join("','"), "'].join('')"],
  'a list in Python': (t) => ['"".join(["', pieces(t, 7).join('",\n    "'), '"])'],
  'a list in PHP': (t) => ["implode('', ['", pieces(t, 7).join("', '"), "'])"],
  'arguments of concat': (t) => ["concat('", pieces(t, 7).join("', '"), "')"],
  'a sum of literals': (t) => ['"', pieces(t, 4).join('" + "'), '"'],
  'a sum of characters': (t) => ["'", [...t].join("'+'"), "'"],
  'a sum over several lines': (t) => ['"', pieces(t, 9).join('" +\n  "'), '"'],
};

describe.each(Object.entries(disguises))('in %s', (_title, disguise) => {
  it.each(Object.entries(tokens))('a %s is redacted exactly', (kind, token) => {
    const [before, written, behind] = disguise(token);
    for (const [first, last] of [
      ['', ''],
      ['the key: ', ' is old'],
      ['Use (', '), please.'],
      ['привет ', ', 日本'],
    ]) {
      const text = `${first}${before}${written}${behind}${last}`;
      expect(redactText(text)).toBe(`${first}${before}[redacted: ${kind}]${behind}${last}`);
    }
  });
});

const password = join('hunt', 'er2', '!x');

describe('names and values', () => {
  it.each([
    ['password%3D', password, ''],
    ['my%20password%20is%20', password, ''],
    ['https://a.example/login?next=https%3A%2F%2Fb.example%2F%3Fpassword%3D', password, '%26x%3D1'],
    ['\\u043f\\u0430\\u0440\\u043e\\u043b\\u044c: ', password, ''],
    ['my pаssword is ', password, ''],
    ['{\\u0022password\\u0022:\\u0022', password, '\\u0022}'],
  ])('are found in %j', (before, value, behind) => {
    expect(redactText(`so ${before}${value}${behind} ok`)).toBe(`so ${before}[redacted: password]${behind} ok`);
  });

  it.each([
    'http://localhost:8080/me%40example.com',
    'https://a.example/login?next=%2Fhome%3Ftab%3Dkeys&lang=en',
    'https://a.example/a%20b/c%3Ad@e',
  ])('are none in %s', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });

  it('are found in digits, without the words around them', () => {
    const [before, behind] = ['password: ', ' and so on'];
    expect(redactText(`${hex(before + password + behind)} ok`)).toBe(
      `${hex(before)}[redacted: password]${hex(behind)} ok`,
    );
    const encoded = Buffer.from(before + password + behind).toString('base64');
    const [span] = findSensitive(`a ${encoded} b`);
    // A digit at an edge belongs to two characters.
    expect(Buffer.from(encoded.slice(0, (span?.start ?? 2) - 2), 'base64').toString()).toBe('password:');
    expect(Buffer.from(encoded.slice((span?.end ?? 2) - 2), 'base64url').length).toBeGreaterThan(7);
  });
});

it('two disguised tokens in one text are redacted separately', () => {
  const [one, two] = [tokens.github_token, tokens.stripe_key];
  const text = `one ${hex(one)} two ${[...two].join(' ')}, three ${[...one].reverse().join('')}.`;
  expect(redactText(text)).toBe(
    'one [redacted: github_token] two [redacted: stripe_key], three [redacted: github_token].',
  );
});

it('a disguised token is redacted in values and keys of objects', () => {
  const scan = createRedactionScan();
  const steps = scan.object(
    { note: hex(tokens.github_token), list: [[...tokens.github_token].join(' ')] },
    '/metadata',
  );
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value).toEqual({ note: '[redacted: github_token]', list: ['[redacted: github_token]'] });
});

it('nothing is decoded twice', () => {
  expect(findSensitive(hex(hex(tokens.github_token)))).toEqual([]);
});

describe('lines of password files', () => {
  const salt = random.text(base62, 22);
  const digest = (length: number) => random.text(base62, length);
  it.each([
    ['htpasswd, bcrypt', 'alice:', `$2y$05$${salt}${digest(31)}`, ''],
    ['htpasswd, bcrypt 2b', '> alice:', `$2b$12$${salt}${digest(31)}`, ''],
    ['htpasswd, MD5', 'alice:', `$apr1$${digest(8)}$${digest(22)}`, ''],
    ['htpasswd, SHA-1', 'alice:', `{SHA}${digest(27)}=`, ''],
    ['a Compose file', '      - "basicauth.users=alice:', `$$2y$$05$$${salt}${digest(31)}`, '"'],
    ['shadow, SHA-512', 'root:', `$6$${digest(16)}$${digest(86)}`, ':19000:0:99999:7:::'],
    ['shadow, SHA-512 with rounds', 'root:', `$6$rounds=5000$${digest(16)}$${digest(86)}`, ':19000:0:99999:7:::'],
    ['shadow, yescrypt', 'root:', `$y$j9T$${salt}$${digest(43)}`, ':19000:0:99999:7:::'],
    ['shadow, SHA-256', 'root:', `$5$${digest(16)}$${digest(43)}`, ':19000:0:99999:7:::'],
    ['shadow, MD5', 'root:', `$1$${digest(8)}$${digest(22)}`, ':19000:0:99999:7:::'],
  ])('%s', (_title, before, hash, behind) => {
    expect(redactText(`${before}${hash}${behind}`)).toBe(`${before}[redacted: password_hash]${behind}`);
    expect(redactText(`users:\n${before}${hash}${behind}\nbob`)).toBe(
      `users:\n${before}[redacted: password_hash]${behind}\nbob`,
    );
  });

  it.each([
    ['localhost:5432:mydb:alice:', 'correcthorse'],
    ['db.internal:6432:app:app-user:', join('S3c', 'r3t_pw9')],
    ['*:*:*:postgres:', join('S3c', 'r3t_pw9')],
    ['10.0.0.7:7777:app:alice:', join('q8Zt3', 'LmVx2')],
    ['db:5432:app:alice:', join('a', '\\:', 'b7x\\\\q')],
  ])('pgpass, %s', (before, value) => {
    expect(redactText(`${before}${value}`)).toBe(`${before}[redacted: password]`);
    expect(redactText(`in the file:\n${before}${value}\n# end`)).toBe(
      `in the file:\n${before}[redacted: password]\n# end`,
    );
  });

  it.each([
    'hostname:port:database:username:password',
    'localhost:5432:mydb:alice:password',
    'src/app.ts:1042:main:error:unexpected',
    'cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*',
    'user:$2y$05$xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'root:!:19000:0:99999:7:::',
    'root:x:0:0:root:/root:/bin/bash',
    '12:30:45 server:8080:started',
  ])('and not in %j', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });
});

describe('a card number with strokes', () => {
  const card = ['4539', '1488', '0343', '6467'];
  const amex = ['3782', '822463', '10005'];

  it.each([card, amex])('is found', (...groups) => {
    expect(redactText(`pay ${groups.join('/')}, ok`)).toBe('pay [redacted: card_number], ok');
    expect(redactText(groups.join('/'))).toBe('[redacted: card_number]');
  });

  it.each([
    `https://a.example/${card.join('/')}`,
    `${card.join('/')}/1234`,
    `${card.slice(0, 3).join('/')} 6467`,
    '2026/1127/0343/6467',
    card.join('//'),
  ])('is none in %s', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });
});
