import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSafeExpressions } from '../test/safe-expressions.ts';
import { findSensitive } from './find-sensitive.ts';

// The checker runs in this process and needs no installed program.
vi.hoisted(() => vi.stubEnv('RECHECK_BACKEND', 'pure'));

const folder = new URL('.', import.meta.url);
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** Collects every regular expression of the sources with the compiler, so that no new rule is left out. */
function expressions(): string[] {
  const found = new Set<string>();
  for (const name of sources) {
    const source = ts.createSourceFile(name, readFileSync(new URL(name, folder), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found];
}

const check = useSafeExpressions(new URL('../test/safe-expressions.json', import.meta.url));

const size = 100_000;
const fill = (piece: string, length = size) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const hostile = [
  ...['a', '=', '9', '4111 1111 1111 1112 ', '\n', ' ', '"', '1 ', '😀', 'İ', 'abcdefghijklmnopqrstuvwxyz0123456789+/'],
  ...[
    'password',
    'password ',
    'password is ',
    'password="',
    "password='a",
    'password: ',
    'pw ',
    'pwd=a&',
    'пароль ',
    '密码',
  ],
  ...[
    'token=',
    'token: "',
    'key: ',
    '"key":"a",',
    'is my password ',
    'my password for the a b c d e f g ',
    'pin a b c d ',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nabc\n',
    'eyJ',
    '-eyJ',
    'eyJabcdef.',
    'sk-',
    'sk- ',
    'MMM.',
  ],
  ...['ghp_', '%3Dghp_', 'backup codes: 12345678 ', 'passwords: a1b2c3!x, ', 'pass: ', 'SSN 219 09 999 ', 'a:secret:'],
  ...['"name":"token","value":"a",', 'logins: alice / ', 'DB_PASS=a&'],
  ...['://', 'a://b:c', 'http://user:', 'cookie:a=', 'Cookie: session=a;', 'bearer ', 'bearer:', 'authorization: '],
  ...[
    'seed are are are are ',
    'seed: aaa bbb ccc ',
    'DE89 3704 ',
    'DE00',
    'A_TOKEN=a\n',
    '_live_',
    '12345678:AA',
    '1Q~',
  ],
  ...[
    '?sig=',
    ' -u a:',
    'mysql -p1 ',
    'machine a login b ',
    'private-lines: 1\n',
    '"d":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",',
  ],
  ...['a\n', 'a1B2c3D4e5F6g7H8\n', 'ghp_a1B2c3D4e5\n', '4111\n', '4111  1111 ', '1\n', "a1'", 'a1" + "', '<br>', '\\n'],
  ...[
    'password\n',
    'password is\n',
    'password:\n\n',
    'token\nis\n',
    '> ',
    '\u2061',
    '&#8203;',
    '&amp;',
    'e\u0301',
    '\u0301',
  ],
  ...['ａ', '\u{1d41a}', '\u{e0041}', '&'],
  ...['%20', '%3D', 'a%20', '\\u0067', '\\x67', '%67', '0x67, ', '67:', 'a ', 'a-', 'g h p _ ', 'аa', 'aаж', 'а'],
  ...['"a", ', '["a","b"].join("")', '["a",', '.join(["a",', 'implode("",[', 'concat("a","b",', '"a"+', '"a" +\n'],
  ...['_phg', '_phg.', 'a1_phg ', '-ks', 'aGVsbG8g', '68656c6c6f', `${'aGVsbG8g'.repeat(8)}\n`, `${'A'.repeat(64)}\n`],
  ...['a:$2y$', 'a:$6$a$', 'a:5432:a:b:c', ':5432:a:b:', '*:*:', '4111/', '4111/1111/1111/1111/'],
  ...['password:(', 'password = f(password = f(', 'api key ', 'mot de passe ', 'x is the my password '],
];

describe('the time of a scan is linear in the length of the text', () => {
  afterEach(() => vi.restoreAllMocks());

  it('builds no expression at run time', () => {
    for (const name of sources) expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(/\bRegExp\(/);
  });

  it.each(expressions())('%s is safe', { timeout: 150_000 }, async (expression) => {
    const end = expression.lastIndexOf('/');
    expect(await check(expression.slice(1, end), expression.slice(end + 1))).toEqual({ status: 'safe' });
  });

  it.each(hostile)('twice as much of %j tries at most twice as many expressions', (piece) => {
    const tries = vi.spyOn(RegExp.prototype, 'exec');
    findSensitive(fill(piece, 4_000));
    const once = tries.mock.calls.length;
    tries.mockClear();
    findSensitive(fill(piece, 8_000));
    expect(tries.mock.calls.length).toBeLessThanOrEqual(once * 2.2 + 50);
  });

  it.each(hostile)('100,000 characters of %j do not block for a second', (piece) => {
    const text = fill(piece);
    // Other processes of a busy machine take no time of this thread.
    const start = process.threadCpuUsage();
    findSensitive(text);
    expect(process.threadCpuUsage(start).user).toBeLessThan(1e6);
  });
});
