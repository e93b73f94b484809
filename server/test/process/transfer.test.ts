import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.ts';
import { createClient } from './client.ts';
import { runMnema, spawnServer, temporaryDirectory, withoutEncoder } from './spawn-server.ts';
import { useServer } from './use-server.ts';

describe('memories in files', { timeout: 120_000 }, () => {
  const { directory, server } = useServer(withoutEncoder);
  const mnema = (words: string[], MNEMA_DATA_DIR = directory) => runCommand(words, { MNEMA_DATA_DIR });

  async function createKey(): Promise<string> {
    const { code, stdout, stderr } = await mnema(['key', 'create', 'admin@mnema.local']);
    expect(code, stderr).toBe(0);
    return stdout.trim();
  }
  const transfer = (words: string[], key: string) =>
    runCommand(words, { MNEMA_API_KEY: key, MNEMA_BASE_URL: server().url });

  it('an export that was cut at any byte is noticed, imports with --incomplete, and is completed later', async () => {
    const key = await createKey();
    const client = createClient(server().url, key);
    const memories = Array.from({ length: 5 }, (_, at) => ({ text: `note ${at}`, run_id: 'cut' }));
    expect((await client.send('POST', '/memories/batch', { memories })).status).toBe(200);
    const files = temporaryDirectory();
    const whole = join(files, 'whole.ndjson');
    const written = await transfer(['export', whole, '--run-id', 'cut', '--versions'], key);
    expect([written.code, written.stdout], written.stderr).toEqual([0, '']);
    expect(written.stderr).toContain('Exported 5 memories');
    expect((await transfer(['export', whole], key)).stderr).toContain('already exists');

    const bytes = readFileSync(whole);
    const cut = join(files, 'cut.ndjson');
    for (const length of [
      bytes.length - 2,
      bytes.lastIndexOf('\n', bytes.length - 2) + 1,
      Math.floor(bytes.length / 2),
    ]) {
      writeFileSync(cut, bytes.subarray(0, length));
      const rejected = await transfer(['import', cut], key);
      expect([rejected.code, rejected.stdout]).toEqual([1, '']);
      expect(rejected.stderr).toMatch(/is incomplete: its last line is missing.*--incomplete/);
    }
    for (const { id } of (await client.send('GET', '/memories?run_id=cut')).body.results) {
      await client.send('DELETE', `/memories/${id}`);
    }
    const part = await transfer(['import', cut, '--incomplete'], key);
    expect([part.code, part.stdout]).toEqual([1, expect.stringMatching(/^accepted [1-4], skipped 0, rejected 1\n$/)]);
    const rest = await transfer(['import', whole], key);
    expect([rest.code, rest.stdout]).toEqual([
      0,
      expect.stringMatching(/^accepted [1-4], skipped [1-4], rejected 0\n$/),
    ]);
    expect((await client.send('GET', '/memories?run_id=cut')).body.results).toHaveLength(5);
  });

  it('cuts a large file into requests, takes a document of mem0, and names the lines that were rejected', async () => {
    const key = await createKey();
    const files = temporaryDirectory();
    const large = join(files, 'large.ndjson');
    const skippedLines = '{"end": true}\n'.repeat(10_000);
    writeFileSync(large, `${skippedLines}{"text": " "}\n{"text": "behind many lines", "run_id": "large"}\n`);
    const { code, stdout, stderr } = await transfer(['import', large], key);
    expect([code, stdout]).toEqual([1, 'accepted 1, skipped 0, rejected 1\n']);
    expect(stderr).toMatch(/^line 10001: invalid_request: .*\.$/m);
    writeFileSync(large, `{"text": "${'x'.repeat(4 * 1024 * 1024)}"}\n{"text": "behind a large line"}\n`);
    const others = await transfer(['import', large], key);
    expect([others.code, others.stdout]).toEqual([1, 'accepted 1, skipped 0, rejected 1\n']);
    expect(others.stderr).toContain('line 1: payload_too_large: ');
    const mem0 = join(files, 'mem0.json');
    const results = [{ id: 'a', memory: 'Dev works at TechCorp as a senior engineer', userId: 'dev', hash: 'x' }];
    // Some programs on Windows begin a file with a byte order mark.
    writeFileSync(mem0, `\uFEFF${JSON.stringify({ count: 1, results }, null, 2)}`);
    expect(await transfer(['import', mem0], key)).toMatchObject({
      code: 0,
      stdout: 'accepted 1, skipped 0, rejected 0\n',
      stderr: expect.stringContaining('fields that are not imported, with the number of their memories: hash (1)\n'),
    });
    expect((await transfer(['import', mem0], '')).stderr).toContain('Set MNEMA_API_KEY');
    expect((await transfer(['export', join(files, 'x')], 'mnk_wrong')).stderr).toContain('401 unauthenticated');
  });

  it('a backup is made while the server writes, and a server starts with what was restored from it', async () => {
    const key = await createKey();
    const client = createClient(server().url, key);
    const acknowledged: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        const { body } = await client.send('POST', '/memories', { text: `during ${acknowledged.length}`, run_id: 'b' });
        acknowledged.push(body.id);
      }
    })();
    const files = temporaryDirectory();
    const [backup, restored] = [join(files, 'backup'), join(files, 'restored')];
    const made = await runMnema(['backup', backup], { directory });
    const before = acknowledged.length;
    isWriting = false;
    await writing;
    const copied = (from: string, to: string) => ` from ${from} to ${to}.\n`;
    expect([made.code, made.stdout], made.stderr).toEqual([0, expect.stringMatching(/^Backed up \d+ memories/)]);
    expect(made.stdout).toContain(copied(join(directory, 'mnema.db'), backup));
    const steps = /^copying [\d.]+ MB\nverifying [\d.]+ MB\n$/;
    expect(made.stderr).toMatch(steps);
    expect((await mnema(['backup', backup])).stderr).toContain('is not empty');
    const { code, stdout, stderr } = await mnema(['restore', backup, restored]);
    expect([code, stdout, stderr]).toEqual([
      ...[0, expect.stringContaining(copied(backup, restored))],
      expect.stringMatching(steps),
    ]);
    expect((await mnema(['restore', backup, restored])).stderr).toContain('is not empty');

    const second = await spawnServer({ directory: restored, environment: withoutEncoder });
    const copy = createClient(second.url, key);
    const { results } = (await copy.send('GET', '/memories?run_id=b&direction=asc')).body;
    const ids = results.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(acknowledged.slice(0, ids.length));
    expect(ids.length).toBeLessThanOrEqual(before);
    expect((await mnema(['compact'], restored)).stderr).toContain('in use by a Mnema server');
    expect((await copy.send('POST', '/memories', { text: 'after' })).status).toBe(202);
    expect(existsSync(join(restored, 'mnema.created'))).toBe(true);
  });

  it('a directory that holds no backup, or a damaged one, is not restored', async () => {
    const files = temporaryDirectory();
    const [empty, target] = [join(files, 'empty'), join(files, 'target')];
    mkdirSync(empty);
    expect((await mnema(['restore', empty, target])).stderr).toContain('There is no mnema.db');
    writeFileSync(join(empty, 'mnema.db'), 'x'.repeat(1_000));
    const damaged = await mnema(['restore', empty, target]);
    expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('damaged')]);
    expect(existsSync(join(target, 'mnema.db'))).toBe(false);
  });
});
