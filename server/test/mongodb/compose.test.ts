import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { type SpawnedServer, spawnServer, temporaryDirectory, untilReady } from '../process/spawn-server.ts';
import { startRedis } from '../redis/start-redis.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

const run = promisify(execFile);
const readRoot = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
/** The files that the operator has to make. */
const secrets = { 'bootstrap-password': 'the password of a test\n', 'metrics-token': 'a-token-of-a-test-1234\n' };

/** The settings of the image, and over them those of a service in the Compose file. */
function settingsOf(service: string, secretFiles: string): Record<string, string> {
  const dockerfile = readRoot('Dockerfile').replaceAll(/\\\n\s*/g, ' ');
  const ofImage = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, words]) =>
    (words as string).split(' ').map((word) => word.split('=') as [string, string]),
  );
  const ofService = Object.entries(
    parse(readRoot('docker-compose.yml'), { merge: true }).services[service].environment as Record<string, string>,
  ).map(([name, value]) => [name, value.replace('/run/secrets', secretFiles)]);
  return { ...Object.fromEntries(ofImage), ...Object.fromEntries(ofService) };
}

it('server and worker with the settings of the Compose file start at once on an empty database, are healthy, and make a memory ready', async () => {
  const [redis, mongodb] = await Promise.all([startRedis(), startTestMongodb()]);
  onTestFinished(async () => {
    await Promise.all([redis.remove(), mongodb.close()]);
  });
  const secretFiles = temporaryDirectory();
  for (const [name, secret] of Object.entries(secrets)) writeFileSync(join(secretFiles, name), secret);
  const start = (service: string): Promise<SpawnedServer> => {
    const settings = settingsOf(service, secretFiles);
    expect(settings).toMatchObject({
      MNEMA_MONGODB_URI: 'mongodb://mongodb:27017/mnema?directConnection=true',
      MNEMA_REDIS_URL: 'redis://redis:6379',
    });
    const directory = temporaryDirectory();
    // The names of the other services, where they are found here; and ports that may be taken.
    const found = { MNEMA_MONGODB_URI: mongodb.uri, MNEMA_REDIS_URL: redis.url };
    const environment = { ...settings, ...found, MNEMA_DATA_DIR: directory, MNEMA_PORT: '0' };
    return spawnServer({ directory, environment });
  };
  const [server, worker] = await Promise.all([start('server'), start('worker')]);
  const { client } = server;
  const { body } = await client.send('POST', '/memories', { text: 'the boat leaves at noon' });
  await untilReady(client, body.memory_id);
  expect((await worker.client.send('GET', '/memories')).status).toBe(404);
  const check = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(readRoot('Dockerfile').replaceAll(/\\\n\s*/g, ' '))?.[1] as string;
  for (const { url } of [server, worker]) {
    const [, ...words] = JSON.parse(check) as string[];
    await run(process.execPath, words, { env: { MNEMA_PORT: new URL(url).port } });
  }
  for (const one of [server, worker]) {
    expect(await one.end('SIGTERM')).toEqual({ code: 0, signal: null });
  }
}, 300_000);
