import { describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.ts';
import { runMnema } from './spawn-server.ts';
import { useServer } from './use-server.ts';

describe('mnema memory', { timeout: 120_000 }, () => {
  const { directory, server } = useServer();

  async function createKey(...options: string[]): Promise<string> {
    const words = ['key', 'create', 'admin@mnema.local', ...options];
    const { code, stdout, stderr } = await runCommand(words, { MNEMA_DATA_DIR: directory });
    expect(code, stderr).toBe(0);
    return stdout.trim();
  }
  const environmentOf = (key: string) => ({ MNEMA_API_KEY: key, MNEMA_BASE_URL: server().url });
  const memory = (key: string, ...words: string[]) => runCommand(['memory', ...words], environmentOf(key));

  it('writes a memory, and finds, lists, shows, condenses and deletes it', async () => {
    const key = await createKey();
    const added = await memory(key, 'add', 'Alice prefers tea.', '--user-id', 'alice', '--wait', '10');
    expect([added.code, added.stderr]).toEqual([0, `Server: ${server().url}\nready\n`]);
    const id = added.stdout.trim();
    expect(id).toMatch(/^mem_\w{26}$/);

    const found = await memory(key, 'search', 'What does Alice drink?', '--user-id', 'alice', '--top-k', '3');
    expect(found.stdout).toMatch(new RegExp(`^SCORE +ID +MEMORY\\n0\\.\\d\\d +${id} +Alice prefers tea\\.\\n$`));
    const raw = await memory(key, 'search', 'tea', '--user-id', 'alice', '--json');
    expect(JSON.parse(raw.stdout).results).toMatchObject([{ id, memory: 'Alice prefers tea.' }]);
    const nothing = await memory(key, 'search', 'tea', '--user-id', 'bob');
    expect([nothing.code, nothing.stdout]).toEqual([0, '']);
    expect(nothing.stderr).toMatch(/No memory .* has this user_id[\s\S]*No memory found/);

    // A person in a terminal sees when, and whose it is.
    const inTerminal = { isOutputTerminal: true, now: () => Date.now() + 120_000 };
    const words = ['memory', 'list', '--user-id', 'alice'];
    const { stdout } = await runCommand(words, environmentOf(key), inTerminal);
    expect(stdout).toMatch(
      new RegExp(`^WRITTEN +STATUS +USER +ID +MEMORY\\n2 minutes ago +ready +alice +${id} +Alice prefers tea\\.\\n$`),
    );
    expect((await memory(key, 'list', '--limit', '1')).stdout).toMatch(new RegExp(`ready +${id} +Alice prefers tea`));
    expect(JSON.parse((await memory(key, 'list', '--user-id', 'alice', '--json')).stdout)).toHaveLength(1);
    expect((await memory(key, 'get', id)).stdout).toBe('Alice prefers tea.\n');
    expect((await memory(key, 'profile', '--user-id', 'alice')).stdout).toContain('- Alice prefers tea.');

    const environment = environmentOf(key);
    const deleted = await runMnema(['memory', 'delete', id], { directory, environment });
    expect([deleted.code, deleted.stdout, deleted.stderr]).toEqual([
      0,
      '',
      `Server: ${server().url}\nDeleted ${id}.\n`,
    ]);
    const gone = await memory(key, 'get', id);
    expect([gone.code, gone.stdout]).toEqual([1, '']);
    expect(gone.stderr).toContain('not_found');
  });

  it('prints no character of a memory that a terminal obeys', async () => {
    const key = await createKey();
    const added = await memory(key, 'add', 'first\nsecond\u001b[2J\u202e', '--json');
    const { memory_id } = JSON.parse(added.stdout);
    expect((await memory(key, 'get', memory_id)).stdout).toBe('first\nsecond\\u001b[2J\\u202e\n');
    expect((await memory(key, 'list')).stdout).toContain('first second\\u001b[2J\\u202e\n');
    expect((await memory(key, 'get', memory_id, '--json')).stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  it('fails with the reason of the server, and names a wrong option before a request', async () => {
    const reader = await createKey('--scopes', 'read');
    const rejected = await memory(reader, 'add', 'tea');
    expect([rejected.code, rejected.stdout]).toEqual([1, '']);
    expect(rejected.stderr).toContain('write');
    for (const [code, ...words] of [
      [2, 'search', 'tea', '--top-k', 'many'],
      [2, 'add', 'tea', '--metadata', '[1]'],
      [2, 'add', ' '],
    ] as const) {
      const wrong = await memory(reader, ...words);
      expect([wrong.code, wrong.stdout]).toEqual([code, '']);
      expect(wrong.stderr).toMatch(/must be a number|must be a JSON object|text is empty/);
    }
    const anonymous = await memory('', 'list');
    expect([anonymous.code, anonymous.stderr]).toEqual([1, expect.stringContaining('Set MNEMA_API_KEY')]);
  });
});
