import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../src/config/config.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';

function secretFile(content: string): string {
  const file = join(temporaryDirectory(), 'secret');
  writeFileSync(file, content);
  return file;
}

it('every secret setting is read from the file that <NAME>_FILE names', () => {
  const config = parseConfig({
    MNEMA_STORE: 'mongodb',
    MNEMA_MONGODB_URI_FILE: secretFile('mongodb://db.lan/memories\n'),
    MNEMA_BOOTSTRAP_PASSWORD_FILE: secretFile('a long password'),
    MNEMA_METRICS_TOKEN_FILE: secretFile('0123456789abcdef\n'),
    MNEMA_QUEUE: 'bull',
    MNEMA_REDIS_URL_FILE: secretFile('redis://redis.lan:6379\r\n'),
    MNEMA_EMBEDDER: 'cohere',
    COHERE_API_KEY_FILE: secretFile('a key of Cohere\n'),
    MNEMA_EXTRACTOR: 'openai',
    OPENAI_API_KEY_FILE: secretFile('a key of OpenAI\n'),
  });
  expect(config).toMatchObject({
    mongodbUri: 'mongodb://db.lan/memories',
    bootstrapPassword: 'a long password',
    metricsToken: '0123456789abcdef',
    redis: { url: 'redis://redis.lan:6379' },
    embedder: { apiKey: 'a key of Cohere' },
    extractor: { apiKey: 'a key of OpenAI' },
  });
});

it('a byte order mark at the beginning of a file, and one line break at its end, are left out', () => {
  const MNEMA_BOOTSTRAP_PASSWORD_FILE = secretFile('\ufeff pass word \n\n');
  expect(parseConfig({ MNEMA_BOOTSTRAP_PASSWORD_FILE }).bootstrapPassword).toBe(' pass word \n');
});

function expectProblem(environment: Record<string, string>, problem: RegExp): void {
  for (const expected of [ConfigError, problem, /^[^\n]*$/]) expect(() => parseConfig(environment)).toThrow(expected);
}

it.each([
  ['far too long', 'a'.repeat(20_000), /^MNEMA_METRICS_TOKEN_FILE names \/.*longer than 16384 characters/],
  ['empty', '\n', /^MNEMA_METRICS_TOKEN_FILE names \/\S+\/secret/],
  ['invalid', 'too short', /^MNEMA_METRICS_TOKEN must have at least 16(?!.*too short)/],
])('a file whose content is %s is an error that does not repeat it', (_what, content, problem) => {
  expectProblem({ MNEMA_METRICS_TOKEN_FILE: secretFile(content) }, problem);
});

const notOneLine = /^OPENAI_API_KEY must be one line of ASCII characters: copy the key again\.$/;
const file = import.meta.filename;
it.each([
  [{ MNEMA_EMBEDDER: 'openai', OPENAI_API_KEY: 'a key\nof two lines' }, notOneLine],
  [{ MNEMA_EMBEDDER: 'openai', OPENAI_API_KEY: '\u200ba key' }, notOneLine],
  [{ MNEMA_EMBEDDER: 'openai', OPENAI_API_KEY: ' ' }, notOneLine],
  [
    { MNEMA_METRICS_TOKEN: '0123456789abcdef', MNEMA_METRICS_TOKEN_FILE: file },
    /^MNEMA_METRICS_TOKEN and MNEMA_METRICS_TOKEN_FILE are both set: unset one of them\.$/,
  ],
  [{ MNEMA_METRICS_TOKEN_FILE: '/proc' }, /^MNEMA_METRICS_TOKEN_FILE names \/proc/],
  // Nothing says that the setting itself is missing.
  [
    { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI_FILE: '/no/such/file' },
    /^MNEMA_MONGODB_URI_FILE names \/no\/such\/file/,
  ],
  [{ MNEMA_PORT_FILE: file }, /^MNEMA_PORT_FILE is not a setting/],
])('%j is an error that names the variable, and the file', expectProblem);
