import { describe, expect, it } from 'vitest';
import { findSensitive } from './find-sensitive.ts';
import { createRedactionScan } from './redaction-scan.ts';

const token = ['gh', 'p_', 'k3J9xQ2mZ7'.repeat(3), 'Tb4W8c'].join('');
const other = token.replace('Tb4W8c', 'Nf5R2d');
const broken = (by: string, at = 14) => token.slice(0, at) + by + token.slice(at);

/** Returns the secrets in a text with their kinds. */
function found(text: string): string[] {
  return findSensitive(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

describe('a token in pieces', () => {
  it.each([
    ...['\n', '\r\n', '\n    ', '\n> ', '\n| ', '\\\n', ' \\\n  ', '=\r\n', '\\n', '<br>', '<br />', '<wbr>'],
    ...['" + "', "' +\n  '", '"\n"', '" .\n "', '" & "', '**', '`', "''", '""'],
  ])('is found as a whole with %j inside', (by) => {
    for (const at of [2, 4, 14, 38]) {
      expect(found(`x "${broken(by, at)}", y`).join()).toContain(`github_token: ${broken(by, at)}`.slice(0, 52));
    }
  });

  it('is found over several lines of one width', () => {
    const parts = ['eyJhbGciOiJIUzI1NiJ9', 'k3J9xQ2mZ7'.repeat(30), 'Zx81kaPPq3'.repeat(5)];
    const lines = parts.join('.').replaceAll(/(.{64})/g, '$1\n');
    for (const text of [lines, `here it is\n${lines}`, `token=${lines}`])
      expect(found(text)).toEqual([`jwt: ${lines}`]);
  });

  it('ends at its line when it is whole', () => {
    expect(found(`${token}\nThen we left`)).toEqual([`github_token: ${token}`]);
    expect(found(`${token}\n${other}`)).toEqual([`github_token: ${token}`, `github_token: ${other}`]);
    expect(found(`${token}" + "${other}`)).toHaveLength(2);
  });

  it('is continued by a line of random characters only', () => {
    const [first, second] = ['3f9a8b7c6d5e4f3a', '2b1c0d9e8f7a6b5c'];
    expect(found(`api_key: ${first}\n${second}`)).toEqual([`api_key: ${first}\n${second}`]);
    expect(found(`secret: required\n${first}${second}`)).toEqual([]);
    expect(found('see http://localhost:3000\nadmin@example.com')).toEqual([]);
  });
});

it.each(['\r', '\x85', '\u2028', '\u2029'])('a token is found with the line break %j inside', (by) => {
  for (const at of [2, 14, 38]) {
    expect(found(`x "${broken(by, at)}", y`).join()).toContain(`github_token: ${broken(by, at)}`.slice(0, 52));
  }
});

it('a token is found whose underscore Markdown escapes', () => {
  const escaped = token.replace('_', '\\_');
  expect(found(`x ${escaped} y`)).toEqual([`github_token: ${escaped}`]);
});

it.each([0x660, 0x6f0, 0x966, 0xe50, 0x1d7ce])('a card number is found in the digits from U+%x', (zero) => {
  const number = '4539 1488 0343 6467'.replaceAll(/\d/g, (value) => String.fromCodePoint(zero + Number(value)));
  expect(found(`it is ${number}, keep it`)).toEqual([`card_number: ${number}`]);
});

describe('a number in pieces', () => {
  it.each([
    ['card_number', '4111  1111  1111  1111'],
    ['card_number', '4111_1111_1111_1111'],
    ['card_number', '4111 - 1111 - 1111 - 1111'],
    ['card_number', '4111 1111\n> 1111 1111'],
    ['card_number', '4111 11\r\n  11 1111 1111'],
    ['card_number', '41111111\n11111111'],
    ['card_number', '3782  822463  10005'],
    ['us_ssn', '219 - 45 - 6789'],
    ['us_ssn', '219-45-\n6789'],
    ['iban', 'DE89  3704  0044  0532  0130  00'],
    ['iban', 'DE89 3704 0044\n0532 0130 00'],
  ])('is found: %s %j', (kind, number) => {
    expect(found(`it is ${number}, keep it`)).toEqual([`${kind}: ${number}`]);
  });

  it('is separate from the next number, and from a date behind it', () => {
    const number = '4111  1111  1111  1111';
    expect(found(`${number}  ${number}`)).toEqual([`card_number: ${number}`, `card_number: ${number}`]);
    expect(found(`${number}  12/27`)).toEqual([`card_number: ${number}`]);
    expect(found(`${number}  123`)).toEqual([`card_number: ${number}`]);
  });

  it.each(['5432\n8080\n6379\n3000', '41111111\n11111111\n22222222', '4111_1111_1111_1112', 'v4111_1111_1111_1111'])(
    'is none in %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

describe('a value below its name', () => {
  it.each([
    ['my password is\nhunter2! ok', 'hunter2!'],
    ['the password\nis hunter2!', 'hunter2!'],
    ['> my password is\n> hunter2!', 'hunter2!'],
    ['user: my password is\nuser: hunter2!', 'hunter2!'],
    ["the password's\nhunter2!", 'hunter2!'],
    ['I changed my password to\n    Bl4ckcat!', 'Bl4ckcat!'],
    ['password:\r\n\r\n  hunter2!\r\nbye', 'hunter2!'],
    ['The password is:\n\n```text\nhunter2!\n```', 'hunter2!'],
    ['Password\nWinter2024!\n', 'Winter2024!'],
    ["What's your password?\nhunter2!", 'hunter2!'],
    ['密码是\nAbc12345', 'Abc12345'],
  ])('is found in %j', (text, password) => {
    expect(found(text)).toEqual([`password: ${password}`]);
  });

  it.each([
    'Reset password\nOffice365 is down',
    'Password\nOffice365',
    'the password\nchecksum = 3b66bff7bf55535d54c3da988e08c08b',
    'password is invalid\nmd5 of the file: a08ff49b6f772632716c43069c43a8c3',
    'DB_PASSWORD=\nDB_HOST=localhost',
    'password:\nuser: alice2',
    'Password: ****\n27-5E-09-B4-8B-72 is the laptop',
    '# Password:\n\nArgon2id99 hashes everything here',
    'my password is\n\nstored safely',
  ])('is none in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('is found behind a word that a header puts at the end of a line', () => {
    const value = 'q8Zt3LmV'.repeat(4);
    expect(found(`Authorization: Bearer\n  ${value}`)).toEqual([`authorization_header: ${value}`]);
  });
});

describe('the offsets of a text with other characters than it seems', () => {
  it.each([
    ['&quot;password&quot;: &quot;hunter2!&quot;', 'password: hunter2!'],
    ['password: hun&#x200b;ter2!&amp;x', 'password: hun&#x200b;ter2!&amp;x'],
    ['p\u0336a\u0336ssword: hunter2!', 'password: hunter2!'],
    ['mi contrasen\u0303a es Gato_2023', 'password: Gato_2023'],
    ['password: 𝐡𝐮𝐧𝐭𝐞𝐫2!', 'password: 𝐡𝐮𝐧𝐭𝐞𝐫2!'],
    ['❤️ 🏴\u{e0067}\u{e0062}\u{e007f} password: hunter2!', 'password: hunter2!'],
  ])('are those of the original: %s', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });
});

describe('texts that are read together', () => {
  function redacted(texts: readonly string[]): string[] {
    const scan = createRedactionScan();
    return texts.map((text, index) => {
      const steps = scan.text(text, `/${index}`, { before: texts.slice(0, index), behind: texts.slice(index + 1) });
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    });
  }

  it.each<[string[], string[]]>([
    [
      ['my password is', 'hunter2! ok?'],
      ['my password is', '[redacted: password] ok?'],
    ],
    [
      [`${' '.repeat(900)}the password is \n`, `swordfish\n${'x '.repeat(900)}`],
      [`${' '.repeat(900)}the password is \n`, `[redacted: password]\n${'x '.repeat(900)}`],
    ],
    [
      [`key ${token.slice(0, 20)}\n`, `${token.slice(20)} thanks`],
      ['key [redacted: github_token]\n', '[redacted: github_token] thanks'],
    ],
    [
      ['card 4111 1111', '1111 1111 ok'],
      ['card [redacted: card_number]', '[redacted: card_number] ok'],
    ],
    [
      ['the password is wrong', 'try again'],
      ['the password is wrong', 'try again'],
    ],
  ])('lose what only their neighbour shows to be secret: %j', (texts, expected) => {
    expect(redacted(texts)).toEqual(expected);
  });
});
