import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../send-raw.ts';
import { useTestApp } from '../shared-apps.ts';

const app = useTestApp();
beforeAll(() => app.embedder.hold());

const good = JSON.stringify({ text: 'a good text' });
const send = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', path: '/memories', raw, headers: { ...app.first.api.headers, ...headers } });

const withMetadata = (metadata: string) => `{"text":"a","metadata":${metadata}}`;
const objectOf = (fields: number) => `{${Array.from({ length: fields }, (_, at) => `"k${at}":[]`).join(',')}}`;
const surrogate = Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]);

describe('what is not JSON in UTF-8 is a 400 with the reason:', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['an empty body', '', /not valid JSON|missing/],
    ['half an object', '{"text":', /not valid JSON/],
    ['a form', 'text=hello', /not valid JSON/],
    ['Latin-1', Buffer.from('{"text":"\xe9t\xe9"}', 'latin1'), /UTF-8/],
    ['UTF-16', Buffer.from(good, 'utf16le'), /UTF-8|not valid JSON|U\+0000/],
    ['a surrogate in UTF-8 bytes', surrogate, /UTF-8/],
    ['a lone surrogate in a text', '{"text":"a\\ud800"}', /\/body\/text contains half of a surrogate pair/],
    ['a lone surrogate in metadata', withMetadata('{"k":["\\udc00"]}'), /\/body\/metadata\/k\/0 contains half of a/],
    ['NUL in a text', '{"text":"a\\u0000b"}', /\/body\/text contains the character U\+0000/],
    [
      'NUL in a key of metadata',
      withMetadata('{"a/\\u0000":1}'),
      /\/body\/metadata\/a~1� contains the character U\+0000/,
    ],
    ['a number beyond every number', withMetadata('{"n":-1e999}'), /\/body\/metadata\/n is too large a number/],
    ['101 levels of nesting', withMetadata(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`), /is nested more than 100/],
    ['10,001 fields in one object', objectOf(10_001), /more than 10000 fields in one object/],
    ['10,001 fields of metadata', withMetadata(objectOf(10_001)), /more than 10000 fields in one object/],
    ['more than 100,000 values', withMetadata(`{"a":[${'1,'.repeat(100_000)}1]}`), /more than 100000 values/],
  ])('%s', async (_title, raw, message) => {
    const response = await send(raw);
    expect(response.status).toBe(400);
    expect(response.body.detail).toMatch(message);
    // What was sent may be private.
    expect(response.body.detail).not.toContain('hello');
  });

  it('no body and no content type at all', async () => {
    const response = await app.first.api.post('/memories');
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: '/body', message: 'is missing: send a JSON object' }]);
  });
});

describe('another media type is a 415:', () => {
  it.each([
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/problem+json', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['json', 415],
    ['application/json; charset=utf-8', 202],
    ['Application/JSON;charset="UTF-8"', 202],
    ['application/json;version=1', 202],
  ])('%s is a %i', async (type, status) => {
    expect((await send(good, { 'Content-Type': type })).status).toBe(status);
  });

  it('the ways of writing one are many, and cost no more than one', async () => {
    const time = async (typeOf: (number: number) => string) => {
      const startedAt = performance.now();
      for (let number = 0; number < 200; number++) {
        expect((await send('{}', { 'Content-Type': typeOf(number) })).status).toBe(400);
      }
      return performance.now() - startedAt;
    };
    const one = await time(() => 'application/json');
    // Compiling the contract again takes tens of milliseconds each time.
    expect(await time((number) => `application/json; version=${number}`)).toBeLessThan(2 * one + 300);
  });

  it('a compressed body', async () => {
    expect((await send(gzipSync(good), { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });
});

/** The head of a request, without the line that states how long its body is. */
const head = () =>
  `POST /memories HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${app.first.key}\r\nContent-Type: application/json\r\n`;

describe('a body over 1 MB', () => {
  const tooMuch = `{"text":"${'x'.repeat(1024 * 1024)}"}`;

  it('is too large, and one of 16 KB already for a password', async () => {
    const { email, password } = app.first;
    const logIn = (bytes: number) =>
      app.call({ method: 'POST', path: '/auth/login', raw: JSON.stringify({ email, password }).padEnd(bytes) });
    expect((await logIn(16 * 1024)).status).toBe(200);
    const { status, body } = await logIn(16 * 1024 + 1);
    expect([status, body.detail]).toEqual([413, expect.stringContaining('16384 bytes')]);
    await Promise.all(Array.from({ length: 5 }, () => send(tooMuch)));
    expect((await send(good)).status).toBe(202);
  });

  it('is read if it is exactly 1 MB', async () => {
    const metadata = { text: 'a', metadata: { k: '' } };
    metadata.metadata.k = 'x'.repeat(1024 * 1024 - JSON.stringify(metadata).length);
    const response = await send(JSON.stringify(metadata));
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe('/body/metadata');
  });

  it.each([
    ['is declared, before a byte of it has come', 'Content-Length: 2000000\r\n\r\n'],
    [
      'comes in chunks, before its end has come',
      `Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(17)}`,
    ],
  ])('is rejected when it %s', async (_title, rest) => {
    const response = await sendRaw(app.url, head() + rest, { isEnough: (received) => received.includes('}') });
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"code":"payload_too_large"');
  });
});
