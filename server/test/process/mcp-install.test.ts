import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.ts';
import { runMnema, temporaryDirectory } from './spawn-server.ts';

const key = 'mnk_of_a_test';
const cursor = '.cursor/mcp.json';
const remote = { url: 'http://127.0.0.1:8787/mcp', headers: { 'X-API-Key': key } };

function createHome() {
  const home = temporaryDirectory();
  const environment = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), MNEMA_API_KEY: key };
  const install = (words: string[], more: Record<string, string> = {}) =>
    runCommand(['mcp', 'install', ...words], { ...environment, ...more });
  const write = (path: string, text: string | Buffer) => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  return { home, install, write, cursorFile: join(home, cursor) };
}

const modeOf = (file: string) => statSync(file).mode & 0o777;
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The path of the only backup of a file. */
function backupOf(file: string): string {
  const names = readdirSync(dirname(file)).filter((name) => name.endsWith('.backup'));
  expect(names).toHaveLength(1);
  return join(dirname(file), names[0] as string);
}

describe('mnema mcp install', () => {
  it('prints the configuration, alone on standard output, and writes nothing', async () => {
    const { home, install, cursorFile } = createHome();
    const { code, stdout, stderr } = await install(['cursor']);
    expect([code, JSON.parse(stdout)]).toEqual([0, { mcpServers: { mnema: remote } }]);
    expect(stderr).toContain(cursorFile);
    expect(readdirSync(home)).toEqual([]);
  });

  it('prints a placeholder when there is no key, and writes none into a file', async () => {
    const { install, cursorFile } = createHome();
    const printed = await install(['cursor'], { MNEMA_API_KEY: '' });
    expect([printed.code, printed.stdout]).toEqual([0, expect.stringContaining('"mnk_…"')]);
    expect(printed.stderr).toContain('key create <email>');
    const rejected = await install(['cursor', '--write'], { MNEMA_API_KEY: ' ' });
    expect(rejected).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Set MNEMA_API_KEY') });
    expect(existsSync(cursorFile)).toBe(false);
  });

  it('makes a file that only its user can read, and does nothing the second time', async () => {
    const { install, cursorFile } = createHome();
    const { code, stdout, stderr } = await install(['cursor', '--write']);
    expect([code, stdout, stderr], stderr).toEqual([0, '', expect.stringContaining('Restart Cursor and say')]);
    expect([readJson(cursorFile), modeOf(cursorFile)]).toEqual([{ mcpServers: { mnema: remote } }, 0o600]);
    expect(stderr).not.toContain(key);
    const again = await install(['cursor', '--write']);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('already has it')]);
    expect(readdirSync(dirname(cursorFile))).toEqual(['mcp.json']);
  });

  it('adds to a file that is there, also through a link, and keeps a backup of it', async () => {
    const { install, write, cursorFile } = createHome();
    const before = '{"mcpServers": {"other": {"url": "x"}}}';
    const file = write('dotfiles/mcp.json', before);
    mkdirSync(dirname(cursorFile));
    symlinkSync(file, cursorFile);
    chmodSync(file, 0o640);
    const { code, stderr } = await install(['cursor', '--write']);
    expect(code, stderr).toBe(0);
    expect(lstatSync(cursorFile).isSymbolicLink()).toBe(true);
    expect(readJson(file)).toEqual({ mcpServers: { other: { url: 'x' }, mnema: remote } });
    const backup = backupOf(file);
    expect(stderr).toContain(backup);
    expect(readFileSync(backup, 'utf8')).toBe(before);
    expect([file, backup].map(modeOf)).toEqual([0o600, 0o600]);
    expect(stderr).toContain('only you can read them now');
  });

  it('leaves a file alone that it cannot read, and prints what belongs into it', async () => {
    const { install, write } = createHome();
    const before = '// Zed settings\n{\n  "theme": "One Dark", // mine\n';
    const file = write('.config/zed/settings.json', before);
    const { code, stdout, stderr } = await install(['zed', '--write']);
    expect([code, JSON.parse(stdout)]).toEqual([1, { context_servers: { mnema: remote } }]);
    expect(stderr).toContain(`${file} was not changed`);
    expect([readFileSync(file, 'utf8'), readdirSync(dirname(file))]).toEqual([before, ['settings.json']]);
  });

  it('installs the plugin for Claude Code from the checkout, next to the settings of the user', async () => {
    const { home, install, write } = createHome();
    const env = { MNEMA_BASE_URL: 'http://127.0.0.1:8787', MNEMA_API_KEY: key };
    const path = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');
    const marketplaces = { mnema: { source: { source: 'directory', path } } };
    const added = { env, extraKnownMarketplaces: marketplaces, enabledPlugins: { 'mnema@mnema': true } };
    const environment = { HOME: home, CLAUDE_CONFIG_DIR: '', MNEMA_API_KEY: key, MNEMA_PORT: '8787' };
    const printed = await runMnema(['mcp', 'install', 'claude-code', '--plugin'], { environment });
    expect([printed.code, JSON.parse(printed.stdout)]).toEqual([0, added]);
    expect(existsSync(join(path, '.claude-plugin/marketplace.json'))).toBe(true);
    const before = { env: { url: 'x', MNEMA_API_KEY: 'mnk_old' }, enabledPlugins: { 'a@b': false }, model: 'opus' };
    const file = write('.claude/settings.json', JSON.stringify(before));
    const { code, stdout, stderr } = await install(['claude-code', '--plugin', '--write']);
    expect([code, stdout], stderr).toEqual([0, '']);
    expect(readJson(file)).toEqual({
      ...before,
      ...added,
      env: { url: 'x', ...env },
      enabledPlugins: { 'a@b': false, 'mnema@mnema': true },
    });
    expect(modeOf(file)).toBe(0o600);
    expect((await install(['claude-code', '--plugin', '--write'])).stderr).toContain('already has it');
    expect(existsSync(join(home, '.claude.json'))).toBe(false);
  });

  it('replaces a marketplace of the same name from another source only with --force', async () => {
    const { home, install, write } = createHome();
    const theirs = { source: 'url', url: 'https://acme.example/m.json', headers: { Authorization: 'Bearer secret' } };
    const before = JSON.stringify({ extraKnownMarketplaces: { mnema: { source: theirs, autoUpdate: true } } });
    const file = write('.claude/settings.json', before);
    const rejected = await install(['claude-code', '--plugin', '--write']);
    expect([rejected.code, rejected.stdout]).toEqual([1, '']);
    expect(rejected.stderr).toMatch(/another source: see extraKnownMarketplaces[.]mnema.* Use --force to replace it/);
    expect(rejected.stderr).not.toContain('secret');
    expect([readFileSync(file, 'utf8'), readdirSync(join(home, '.claude'))]).toEqual([before, ['settings.json']]);
    const forced = await install(['claude-code', '--plugin', '--write', '--force']);
    expect(forced.code, forced.stderr).toBe(0);
    const { mnema } = readJson(file).extraKnownMarketplaces;
    expect(mnema).toEqual({ source: { source: 'directory', path: expect.any(String) }, autoUpdate: true });
    expect(readFileSync(backupOf(file), 'utf8')).toBe(before);
  });

  it.each<[string, string, (home: string, write: (path: string, text: string | Buffer) => string) => void]>([
    ['cursor', '(ENOTDIR|EEXIST)', (_, write) => write('.cursor', 'a file where a folder belongs')],
    ['zed', 'it is not UTF-8', (_, write) => write('.config/zed/settings.json', Buffer.from('\ufeff{}', 'utf16le'))],
    ['gemini', 'is a folder', (home) => mkdirSync(join(home, '.gemini/settings.json'), { recursive: true })],
    [
      'cursor',
      'link to a file that is not there',
      (home) => {
        mkdirSync(join(home, '.cursor'));
        symlinkSync(join(home, 'nowhere.json'), join(home, cursor));
      },
    ],
  ])('leaves what is in the place of the file for %s as it is: %s', async (client, output, make) => {
    const { home, install, write } = createHome();
    make(home, write);
    const contents = () =>
      readdirSync(home, { recursive: true, withFileTypes: true }).map((entry) => [
        ...[entry.name, entry.isSymbolicLink()],
        entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'latin1'),
      ]);
    const before = contents();
    const { code, stderr } = await install([client, '--write']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(`^mnema: .*${output}`)]);
    expect(stderr).not.toContain('    at ');
    expect(contents()).toEqual(before);
  });

  it.each([
    [{ MNEMA_BASE_URL: 'https://memory.example.com/' }, 'https://memory.example.com/mcp'],
    [{ MNEMA_BASE_URL: 'https://example.com/memory/mcp' }, 'https://example.com/memory/mcp'],
    [{ MNEMA_PUBLIC_URL: 'https://memory.example.com' }, 'https://memory.example.com/mcp'],
    [{ MNEMA_HOST: '0.0.0.0', MNEMA_PORT: '9000' }, 'http://127.0.0.1:9000/mcp'],
    [{ MNEMA_HOST: '::1' }, 'http://[::1]:8787/mcp'],
  ])('takes the address from %j', async (settings, url) => {
    const { stdout, stderr } = await createHome().install(['cursor'], settings as Record<string, string>);
    expect(stdout === '' ? stderr : JSON.parse(stdout).mcpServers.mnema.url).toBe(url);
  });

  it.each([
    [['notepad'], {}, 2, 'Allowed choices are claude-desktop'],
    [['cursor', '--plugin'], {}, 2, '--plugin is for claude-code only'],
    [['cursor', '--force'], {}, 2, '--force is for --plugin only'],
    [['claude-code', '--plugin', '--bridge'], {}, 2, 'cannot be used with'],
    [['cursor'], { MNEMA_PORT: '0' }, 1, 'set MNEMA_BASE_URL'],
    [['cursor'], { MNEMA_BASE_URL: 'memory.example.com' }, 1, 'MNEMA_BASE_URL must be the URL'],
  ])('rejects %j with %j', async (words, settings, exitCode, output) => {
    const { code, stdout, stderr } = await createHome().install(words, settings as Record<string, string>);
    expect([code, stdout, stderr]).toEqual([exitCode, '', expect.stringContaining(output)]);
  });
});
