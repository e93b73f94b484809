import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findSensitive } from './find-sensitive.ts';
import { foldCase } from './keyword-index.ts';
import { secretNouns } from './secret-nouns.ts';
import { sensitiveLabels } from './sensitive-kinds.ts';
import { textRules } from './text-rules.ts';
import { tokenShapes } from './token-shapes.ts';

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hexDigits = '0123456789abcdef';

let drawn = 0;
/**
 * Draws the same characters in every run, and no two draws are equal. This file holds nothing that looks like a key.
 */
function random(length: number, alphabet = alphanumeric): string {
  let text = '';
  while (text.length < length) {
    for (const byte of createHash('sha256').update(`find-sensitive ${drawn++}`).digest()) {
      text += alphabet[byte % alphabet.length];
    }
  }
  return text.slice(0, length);
}

const hex = (length: number) => random(length, hexDigits);
const digits = (length: number) => random(length, '123456789');
const upper = (length: number) => random(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const join = (...parts: string[]) => parts.join('');
const frame = (label: string, edge: 'BEGIN' | 'END') => join('-'.repeat(5), edge, ' ', label, '-'.repeat(5));

/** Returns the secrets in a text with their kinds. */
function found(text: string): string[] {
  return findSensitive(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

describe('tokens that have a form of their own', () => {
  it.each<[string, () => string]>([
    ['openai_key', () => join('sk', '-proj-', random(48), 'T3', random(50))],
    ['anthropic_key', () => join('sk', '-ant-api03-', random(93), 'AA')],
    ['aws_access_key', () => join('AK', 'IA', upper(16))],
    ['gcp_api_key', () => join('AI', 'za', random(35))],
    ['google_client_secret', () => join('GOC', 'SPX-', random(28))],
    ['google_oauth_token', () => join('ya', '29.', random(120))],
    ['azure_client_secret', () => join(random(3), '8Q', '~', random(34))],
    ['github_token', () => join('gh', 'p_', random(36))],
    ['github_token', () => join('github', '_pat_', random(22), '_', random(59))],
    ['gitlab_token', () => join('gl', 'pat-', random(20))],
    ['slack_token', () => join('xo', 'xb-', digits(12), '-', digits(12), '-', random(24))],
    ['discord_token', () => join('M', random(23), '.', random(6), '.', random(38))],
    ['telegram_token', () => join(digits(10), ':A', 'A', random(33))],
    ['stripe_key', () => join('sk', '_live_', random(24))],
    ['twilio_key', () => join('S', 'K', hex(32))],
    ['sendgrid_key', () => join('S', 'G.', random(22), '.', random(43))],
    ['mailchimp_key', () => join(hex(32), '-us', '12')],
    ['npm_token', () => join('np', 'm_', random(36))],
    ['pypi_token', () => join('py', 'pi-', random(90))],
    ['hugging_face_token', () => join('h', 'f_', random(34))],
    ['digitalocean_token', () => join('do', 'p_v1_', hex(64))],
    ['shopify_token', () => join('sh', 'pat_', hex(32))],
    ['vault_token', () => join('hv', 's.', random(95))],
    ['terraform_token', () => join(random(14), '.atlas', 'v1.', random(67))],
    ['age_secret_key', () => join('AGE-SECRET', '-KEY-1', upper(58))],
    ['mnema_api_key', () => join('mn', 'k_', random(33))],
    ['mnema_access_token', () => join('mn', 't_', random(49))],
    ['jwt', () => [base64('{"alg":"HS256"}'), base64('{"sub":"12"}'), random(43)].join('.').replaceAll('=', '')],
  ])('finds exactly the %s alone, in a sentence, and as a value', (kind, make) => {
    const token = make();
    for (const text of [token, `use ${token} for that.`, `{"x":"${token}"}`, `X=${token}\n`, `(${token})`]) {
      expect(found(text)).toEqual([`${kind}: ${token}`]);
    }
  });

  it('has a kind with a label for each of its rules', () => {
    for (const { kind } of [...tokenShapes, ...textRules]) expect(sensitiveLabels[kind]).toMatch(/^(an?|the|login) /);
  });

  it('ignores elided and masked keys, examples, and prefixes that only distinguish keys', () => {
    const prefix = join('gh', 'p_');
    const texts = [
      `${prefix}${'x'.repeat(36)}`,
      `${prefix}…`,
      join('sk', '-...'),
      join('AK', 'IAIOSFODNN7', 'EXAMPLE'),
    ];
    for (const text of [...texts, join('mn', 'k_abc12345'), 'sk-learn-pipeline-for-text-classification']) {
      expect(found(text)).toEqual([]);
    }
  });
});

describe('keys, certificates, cookies, headers and addresses', () => {
  const body = () => `${random(64)}\n${random(64)}\n${random(22)}==`;

  it.each(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
    'finds a %s whole, with \\n spelt out, and without its end',
    (label) => {
      const whole = `${frame(label, 'BEGIN')}\n${body()}\n${frame(label, 'END')}`;
      expect(found(`here:\n${whole}\nbye`)).toEqual([`private_key: ${whole}`]);
      const escaped = whole.replaceAll('\n', '\\n');
      expect(found(escaped)).toEqual([`private_key: ${escaped}`]);
      expect(found(whole.slice(0, 150))).toHaveLength(1);
    },
  );

  it('finds a certificate, but no public keys and no sentences about headers', () => {
    const certificate = `${frame('CERTIFICATE', 'BEGIN')}\n${body()}\n${frame('CERTIFICATE', 'END')}`;
    expect(found(certificate)).toEqual([`certificate: ${certificate}`]);
    expect(found(certificate.replaceAll('CERTIFICATE', 'PUBLIC KEY'))).toEqual([]);
    expect(found(`the file begins with ${frame('PRIVATE KEY', 'BEGIN')} and so on`)).toEqual([]);
    expect(found(`ssh-rsa AAAA${random(300)} bob@host`)).toEqual([]);
  });

  it('finds the password of an address, with a kind of its own for databases', () => {
    expect(found('postgres://app:Zx81kaPP@db.internal:5432/app')).toEqual(['database_url: Zx81kaPP']);
    expect(found('see https://bob:s3cret99@host.internal/x')).toEqual(['url_password: s3cret99']);
    for (const url of ['postgres://user:password@localhost/db', 'redis://:$PASS@cache', 'http://localhost:80/@a']) {
      expect(found(url)).toEqual([]);
    }
  });

  it('finds credentials in headers, but not their placeholders', () => {
    const token = random(40);
    expect(found(`Authorization: Bearer ${token}`)).toEqual([`authorization_header: ${token}`]);
    const pair = base64('bob:hunter22');
    expect(found(`Authorization: Basic ${pair}`)).toEqual([`authorization_header: ${pair}`]);
    const cookies = `sessionid=${random(32)}; theme=dark`;
    expect(found(`Cookie: ${cookies}`)).toEqual([`cookie: ${cookies}`]);
    for (const text of [
      'Authorization: Bearer <token>',
      'Bearer $TOKEN',
      'Cookie: theme=dark',
      'basic understanding',
    ]) {
      expect(found(text)).toEqual([]);
    }
  });
});

describe('values that their names identify', () => {
  it.each([
    ['my password is hunter2!', 'hunter2!'],
    ['My password is Tr0ub4dor&3.', 'Tr0ub4dor&3'],
    ['The wifi password for the guest room is BlueHorse99', 'BlueHorse99'],
    ['use hunter2! as the password', 'hunter2!'],
    ['"swordfish" is my password', 'swordfish'],
    ['I changed my password to Bl4ckcat!', 'Bl4ckcat!'],
    ['passphrase is correct horse battery staple', 'correct horse battery staple'],
    ['Passwort lautet Sommer2024!', 'Sommer2024!'],
    ['le mot de passe est Soleil!99', 'Soleil!99'],
    ['La contraseña es Gato_2023', 'Gato_2023'],
    ['a senha é Brasil2020!', 'Brasil2020!'],
    ['la password è Roma!2024', 'Roma!2024'],
    ['het wachtwoord is Fiets#42', 'Fiets#42'],
    ['hasło to Kot.1234', 'Kot.1234'],
    ['Пароль: Солнце1985', 'Солнце1985'],
    ['şifrem Istanbul34!', 'Istanbul34!'],
    ['密码是Abc12345', 'Abc12345'],
    ['パスワードはsakura2024です', 'sakura2024'],
    ['비밀번호는 hello1234!', 'hello1234!'],
    ['{"password": "hunter2"}', 'hunter2'],
    ["password='swordfish'", 'swordfish'],
    ['<password>hunter2</password>', 'hunter2'],
    ['| password | hunter2! |', 'hunter2!'],
    ['Server=x;User Id=sa;Password=Abc!123;', 'Abc!123'],
    ['İstanbul İzmir password: hunter2', 'hunter2'],
  ])('finds the password in: %s', (text, password) => {
    expect(found(text)).toEqual([`password: ${password}`]);
  });

  it('finds PINs, lines of environment files and keys of unknown issuers', () => {
    const key = random(32);
    expect(found('My PIN is 4821.')).toEqual(['pin: 4821']);
    expect(found('DB_PASSWORD=hunter2\nPORT=3000')).toEqual(['env_file_value: hunter2']);
    expect(found(`export X_TOKEN="${key}"`)).toEqual([`env_file_value: ${key}`]);
    expect(found(`api_key = "${key}"`)).toEqual([`api_key: ${key}`]);
    expect(found(`our Cohere key is ${key}`)).toEqual([`cohere_key: ${key}`]);
    const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
    expect(found(`seed phrase: ${phrase}`)).toEqual([`seed_phrase: ${phrase}`]);
  });

  it.each([
    'I forgot my password',
    'the password must be at least 12 characters',
    'the password is stored hashed',
    'my password is too weak',
    'my password is compromised',
    'the token is invalid or expired',
    'Das Passwort ist abgelaufen',
    'la contraseña es incorrecta',
    'пароль неверный',
    '密码错误，请重试',
    'password=<your password>',
    join('DB_PASSWORD=', '$', '{SECRET}'),
    'API_KEY=process.env.API_KEY',
    'token = os.environ["X"]',
    'api_key: YOUR_API_KEY',
    'if (password === user.password) {',
    'const token = await getToken(user.password);',
    'password: string;',
    'password: z.string().min(8)',
    'errors: { password: "Password is required" }',
    '"password": "Passwort"',
    '{"password_policy": "rotate every 90 days"}',
    '"max_tokens": 4096, "token_type": "bearer"',
    'The API key is stored in Vault under kv/prod/openai',
    'tests pass: 4123',
    'secretary: Anna Miller',
  ])('ignores sentences and code: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('identity numbers', () => {
  it.each([
    ['card_number', '4111 1111 1111 1111'],
    ['card_number', '4539-1488-0343-6467'],
    ['card_number', join('3714', '49635398431')],
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    ['iban', 'GB29NWBK60161331926819'],
    ['us_ssn', '219-45-6789'],
    ['national_id', '529.982.247-25'],
  ])('finds %s %s', (kind, number) => {
    expect(found(`it is ${number}, keep it`)).toEqual([`${kind}: ${number}`]);
  });

  it('finds nine digits only where the text calls them a social security number', () => {
    expect(found('ssn: 219456789')).toEqual(['us_ssn: 219456789']);
    expect(found('parcel 219456789')).toEqual([]);
  });

  it.each([
    'order 4539148803436467 shipped',
    '4539 1488 0343 6468',
    'DE88 3704 0044 0532 0130 00',
    'call +49 170 1234567 or (555) 123-4567',
    'part 000-12-3456',
    'IMEI 490154203237518',
    'ISBN 978-3-16-148410-0',
    'order number 123-45-6789',
    'Invoice no. 123-45-6789',
    '1763712000000 and 2026-11-21T10:00:00Z',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('ignores %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a secret of several parts', () => {
  const [one, two, three] = [join('T7kq', 'zVw2'), join('R5mq', 'zVw2'), join('P9kq', 'zVw2')];
  const codes = ['12345678', '87654321', '11223344', '44332211'];
  const accessKey = join('AK', 'IA', upper(16));
  const secretKey = random(40);

  it.each<[text: string, secrets: string[]]>([
    ['SSN 219 09 9999', ['us_ssn: 219 09 9999']],
    ['Aadhaar 2345 6789 0124', ['national_id: 2345 6789 0124']],
    [`backup codes: ${codes.join(' ')}`, [`recovery_code: ${codes.join(' ')}`]],
    [`GitHub recovery codes:\n${codes.join('\n')}\nKeep them.`, [`recovery_code: ${codes.join('\n')}`]],
    [
      `recovery codes:\n- a1b2c-${codes[0]}\n- d3e4f-${codes[1]}`,
      [`recovery_code: a1b2c-${codes[0]}\n- d3e4f-${codes[1]}`],
    ],
    [`DB_PASSWORD=abcd1234&${one}\nPORT=1`, [`env_file_value: abcd1234&${one}`]],
    [`export DB_PASSWORD=abcd1234;${one}`, [`env_file_value: abcd1234;${one}`]],
    [`passwords: ${one}!a, ${two}!b and ${three}!c`, [`password: ${one}!a, ${two}!b and ${three}!c`]],
    [`${accessKey}\n${secretKey}`, [`aws_access_key: ${accessKey}`, `aws_secret_key: ${secretKey}`]],
    [`Logins: alice / ${one}`, [`credentials: ${one}`]],
  ])('is found as a whole: %s', (text, secrets) => {
    expect(found(text)).toEqual(secrets);
  });

  it('ends where a list continues with something else', () => {
    expect(found(`passwords: ${one}!a, rotated on 2024-01-01`)).toEqual([`password: ${one}!a`]);
    expect(found(`backup codes: ${codes[0]} valid until 20271231`)).toEqual([`recovery_code: ${codes[0]}`]);
  });
});

describe('the output of machines', () => {
  const token = join('gh', 'p_', random(36));
  const password = join('T7kq', 'zVw2x');
  const key = join('django', '-insecure-', random(44, 'abcdefghijkmnopqrstuvwxyz23456789!@#$%^&*(=_+)-'), '9kz!2x');

  it.each(['\\n', '\\t', '\\u003d', '\u001b[32m', '[1;32m', '%3D', '=3D', '_', 'tok_'])(
    'does not hide a token behind %j',
    (before) => {
      expect(found(`x ${before}${token} y`)).toEqual([`github_token: ${token}`]);
    },
  );

  it('finds no token in the middle of a longer run', () => {
    expect(found(`x${token}`)).toEqual([]);
  });

  it.each(['\u00a0', '\u2009', '\u202f', '\u2011', '\u2013'])(
    'finds a card number with %j between its groups',
    (gap) => {
      const number = ['4111', '1111', '1111', '1111'].join(gap);
      expect(found(`it is ${number}, keep it`)).toEqual([`card_number: ${number}`]);
    },
  );

  it.each([
    [`- name: DB_PASSWORD\n  value: "${password}"`, `password: ${password}`],
    [`{"name":"DB_PASSWORD","value":"${password}"}`, `password: ${password}`],
    [`password: |\n  ${password}\n`, `password: ${password}`],
    [`password: >-\n  ${password}\n`, `password: ${password}`],
    [`SECRET_KEY = '${key}'`, `encryption_key: ${key}`],
    [`smtp: {user: bob, pass: ${password}}`, `password: ${password}`],
    ['pass=hunter2', 'password: hunter2'],
    ['{"pass": "hunter2"}', 'password: hunter2'],
    ['DB_PASS=hunter2', 'env_file_value: hunter2'],
    ['dbPass: hunter2', 'password: hunter2'],
    ['my pass is hunter2!', 'password: hunter2!'],
    ['login: bob pass: hunter2', 'password: hunter2'],
  ])('finds the value in: %s', (text, secret) => {
    expect(found(text)).toEqual([secret]);
  });

  it.each([
    'all checks pass on `main` ',
    'pass in a `prefix` to avoid clashes',
    'second pass: dedupe',
    'second pass: merge sort flush dedupe',
    'render pass: shadow_map_2048',
    'Pass: test_login_42',
    'by-pass: valve3',
    'pass force_zip64 to use it',
    'pin 4711 units',
    'GPIO pin: 4711',
    'alarm code 4711 means overheating',
    '4539148803436467 ns elapsed',
    'offset=4532015112830366',
    'file size: 4532015112830366',
    'timestamp 4532015112830366',
    `salt: ${hex(32)}`,
    'secretArn: arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod-AbC123',
    `https://${hex(32)}@o1.ingest.sentry.io/1`,
    'Phone: 219-09-9999 ext 4',
    '{"name":"password","value":"<your password>"}',
  ])('ignores messages of tools: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('finds secrets that only look like such messages', () => {
    expect(found('my alarm code is 4711')).toEqual(['pin: 4711']);
    expect(found('SSN: 219-09-9999')).toEqual(['us_ssn: 219-09-9999']);
    expect(found('account: 4539148803436467')).toEqual(['card_number: 4539148803436467']);
    const secret = hex(32);
    expect(found(`https://${secret}@git.internal/1`)).toEqual([`url_password: ${secret}`]);
  });
});

describe('spans', () => {
  it('are sorted and do not overlap, and the rule of the highest rank decides the kind', () => {
    const token = join('gh', 'p_', random(36));
    const text = `GITHUB_TOKEN=${token} and password: "${token}" and my SSN is 219-45-6789`;
    expect(found(text)).toEqual([`github_token: ${token}`, `github_token: ${token}`, 'us_ssn: 219-45-6789']);
  });

  it('have the offsets of the text, because lower case keeps every length', () => {
    for (let code = 0; code <= 0xffff; code++) expect(foldCase(String.fromCharCode(code)).length).toBe(1);
  });

  it('come from every part of a text that is read in pieces', () => {
    for (let before = 3_970; before <= 4_010; before++) {
      const text = `${'x '.repeat(before / 2)}${before % 2 ? 'x' : ''}\nmy password is hunter2! ${'x '.repeat(3_000)}`;
      expect([before, ...found(text)]).toEqual([before, 'password: hunter2!']);
    }
  });

  it('are offsets of the original text when it holds invisible or full-width characters', () => {
    for (const unseen of ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u200d']) {
      expect(found(`my ${unseen}pass${unseen}word: hun${unseen}ter2!${unseen} ok`)).toEqual([
        `password: hun${unseen}ter2!`,
      ]);
    }
    expect(found('ＰＡＳＳＷＯＲＤ：hunter2! ok')).toEqual(['password: hunter2!']);
    expect(found('كلمة السر: hunter2!')).toEqual(['password: hunter2!']);
  });

  it('do not come from long blobs such as pictures, hashes and base 64', () => {
    const blob = random(20_000, `${alphanumeric}+/`);
    expect(found(`![x](data:image/png;base64,${blob})`)).toEqual([]);
    expect(found(`sha512-${random(86)}== sha256 ${hex(64)} commit ${hex(40)} md5 ${hex(32)}`)).toEqual([]);
  });

  it('come from keywords that are each written in lower case', () => {
    for (const [keyword] of secretNouns) expect(keyword).toBe(foldCase(keyword));
  });
});
