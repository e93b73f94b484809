import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../src/config/config.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

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

it('only one line break at the end of a file is left out', () => {
  const MNEMA_BOOTSTRAP_PASSWORD_FILE = secretFile(' pass word \n\n');
  expect(parseConfig({ MNEMA_BOOTSTRAP_PASSWORD_FILE }).bootstrapPassword).toBe(' pass word \n');
});

it('a byte order mark at the beginning of a file is left out', () => {
  const MNEMA_BOOTSTRAP_PASSWORD_FILE = secretFile('\ufeffa long password\n');
  expect(parseConfig({ MNEMA_BOOTSTRAP_PASSWORD_FILE }).bootstrapPassword).toBe('a long password');
});

it('a file that is far too long is an error that names the variable and the path', () => {
  const MNEMA_METRICS_TOKEN_FILE = secretFile('a'.repeat(20_000));
  const problems = problemsOf({ MNEMA_METRICS_TOKEN_FILE });
  expect(problems).toEqual([expect.stringMatching(/^MNEMA_METRICS_TOKEN_FILE names .*longer than 16384 characters/)]);
});

it('a key of a provider that no header can carry is an error that does not repeat it', () => {
  for (const OPENAI_API_KEY of ['a key\nof two lines', '\u200ba key', ' ']) {
    const problems = problemsOf({ MNEMA_EMBEDDER: 'openai', OPENAI_API_KEY });
    expect(problems).toEqual(['OPENAI_API_KEY must be one line of ASCII characters: copy the key again.']);
  }
});

it('a secret that is given twice is an error that names both variables and repeats neither value', () => {
  const MNEMA_METRICS_TOKEN_FILE = secretFile('fedcba9876543210');
  const problems = problemsOf({ MNEMA_METRICS_TOKEN: '0123456789abcdef', MNEMA_METRICS_TOKEN_FILE });
  expect(problems).toEqual(['MNEMA_METRICS_TOKEN and MNEMA_METRICS_TOKEN_FILE are both set: unset one of them.']);
});

it('a file that is missing, a directory or empty is an error that names the variable and the path', () => {
  const directory = temporaryDirectory();
  for (const path of [join(directory, 'missing'), directory, secretFile('\n')]) {
    const problems = problemsOf({ MNEMA_METRICS_TOKEN_FILE: path });
    expect(problems[0]).toMatch(/^MNEMA_METRICS_TOKEN_FILE names /);
    expect(problems[0]).toContain(path);
  }
});

it('a secret that could not be read is not reported as missing, and other problems still are', () => {
  const problems = problemsOf({ MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI_FILE: '/no/such/file', MNEMA_PORTS: '1' });
  expect(problems).toEqual([
    expect.stringContaining('MNEMA_MONGODB_URI_FILE names /no/such/file'),
    expect.stringContaining('did you mean MNEMA_PORT?'),
  ]);
});

it('an invalid content is reported under the setting and is not repeated', () => {
  const problems = problemsOf({ MNEMA_METRICS_TOKEN_FILE: secretFile('too short') });
  expect(problems).toEqual([expect.stringMatching(/^MNEMA_METRICS_TOKEN must have at least 16/)]);
  expect(problems.join()).not.toContain('too short');
});

it('settings that are no secrets have no file', () => {
  expect(problemsOf({ MNEMA_PORT_FILE: secretFile('80') })[0]).toContain('MNEMA_PORT_FILE is not a setting');
});
