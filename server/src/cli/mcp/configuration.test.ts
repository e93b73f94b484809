import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { clientsOn, type Machine } from './clients.ts';
import { type Connection, jsonConfiguration, tomlConfiguration } from './configuration.ts';

const remote: Connection = { kind: 'remote', url: 'https://example.com/mcp', headers: { 'X-API-Key': 'mnk_"\\x' } };
const bridge: Connection = { kind: 'bridge', command: 'C:\\node.exe', args: ['-y', 'a b'], env: { KEY: 'ä' } };
const entry = { url: 'https://example.com/mcp' };
const { addTo } = jsonConfiguration('mcpServers', entry);
const escaped = (text: string) => text.replaceAll(/[\\.]/g, '\\$&');

it('a configuration in JSON is added to the existing content, which stays unchanged', async () => {
  const before =
    '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"url": "x"\n\t\t}\n\t},\n\t"n": 1.5\n}\n';
  const after = (await addTo(before)) as string;
  expect(JSON.parse(after)).toEqual({ theme: 'dark', mcpServers: { other: { url: 'x' }, mnema: entry }, n: 1.5 });
  expect(after).toMatch(/^\{\n\t"theme"[\s\S]*\n\t\t"mnema": \{\n[\s\S]*\n$/);
});

it('keeps line breaks of Windows, and no line break at the end', async () => {
  const after = (await addTo('{\r\n    "a": 1\r\n}')) as string;
  expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(after).toMatch(/^\{\r\n {4}"mcpServers": [\s\S]*,\r\n {4}"a": 1\r\n\}$/);
});

it('keeps comments where they are, also behind the last property', async () => {
  const before = [
    '// settings',
    '{',
    '  "a": 1, // mine',
    '  "mcpServers": {',
    '    /* the old one */',
    '    "other": { "url": "x" } // keep',
    '  }',
    '}',
    '',
  ];
  const after = await addTo(before.join('\n'));
  expect(after?.split('\n')).toEqual([
    ...before.slice(0, 4),
    '    "mnema": {',
    '      "url": "https://example.com/mcp"',
    '    },',
    ...before.slice(4),
  ]);
});

it('is added where the last one has a trailing comma and a comment', async () => {
  expect(await addTo('{\n  "mcpServers": {\n    "other": {}, // last\n  },\n}\n')).toBe(
    '{\n  "mcpServers": {\n    "mnema": {\n      "url": "https://example.com/mcp"\n    },\n    "other": {}, // last\n  },\n}\n',
  );
});

it('replaces an earlier connection, but keeps the other fields of the user', async () => {
  const before = {
    mcpServers: { mnema: { command: 'npx', env: {}, disabled: true, autoApprove: ['service_search'] } },
  };
  expect(JSON.parse((await addTo(JSON.stringify(before))) as string)).toEqual({
    mcpServers: { mnema: { ...entry, disabled: true, autoApprove: ['service_search'] } },
  });
});

it('changes nothing when the file has it already, in any order', async () => {
  const text = '{"mcpServers": {"mnema": {"disabled": false, "url": "https://example.com/mcp"}}}';
  expect(await addTo(text)).toBe(text);
});

it('leaves names with a special meaning unchanged', async () => {
  const after = await addTo('{\n  "__proto__": {"polluted": 1},\n  "constructor": 2\n}');
  expect(after).toContain('"__proto__": {"polluted": 1}');
  expect(((await addTo('{"mcpServers": {"__proto__": {"a": 1}}}')) as string).replaceAll(/\s/g, '')).toContain(
    '},"__proto__":{"a":1}}}',
  );
});

it.each([
  ['a name given twice', '"a": 1,\n  "a": 2'],
  ['a number that JavaScript would round', '"a": 12345678901234567890'],
  ['a number in another form', '"a": 1.0'],
  ['names that JavaScript would order', '"b": 1,\n  "2": 1,\n  "1": 1'],
  ['an escape', '"a": "\\u00e9"'],
])('leaves the spelling of %s unchanged', async (_what, property) => {
  expect(await addTo(`{\n  ${property}\n}`)).toMatch(new RegExp(`,\\n  ${escaped(property)}\\n\\}$`));
});

it.each([
  ['a byte order mark', '\ufeff{"a": 1}'],
  ['an array', '[]'],
  ['servers that are none', '{"mcpServers": []}'],
  ['a server that is none', '{"mcpServers": {"mnema": null}}'],
  ['servers in two places', '{"mcpServers": {}, "mcpServers": {}}'],
  ['the server in two places', '{"mcpServers": {"mnema": {}, "mnema": {}}}'],
  ['half a file', '{"mcpServers": {'],
])('a configuration in JSON is not added to a file with %s', async (_what, text) => {
  expect(await addTo(text)).toBeUndefined();
});

const configuration = tomlConfiguration(remote);

it.each([
  '',
  '# mine\nmodel = "o5"',
  '# mine\nmodel = "o5"\n',
  '[mcp_servers.other]\ncommand = "x"\n\n',
  '[mcp_servers.a]\nurl = "x"\n[mcp_servers.a.env] # mine\nA = "x"\n[ mcp_servers . b-2 ]\nurl = "y"\n',
  '[a]\r\nb = 1\r\n',
])('a configuration in TOML is added after the existing content: %j', async (before) => {
  const after = (await configuration.addTo(before)) as string;
  expect(after.startsWith(before)).toBe(true);
  expect(parse(after)).toEqual({
    ...parse(before),
    mcp_servers: {
      ...(parse(before)['mcp_servers'] as object),
      mnema: { url: remote.kind === 'remote' ? remote.url : '', http_headers: { 'X-API-Key': 'mnk_"\\x' } },
    },
  });
  expect(await configuration.addTo(after)).toBe(after);
});

it('keeps the command of the bridge unchanged, with any characters', () => {
  expect(parse(tomlConfiguration(bridge).text)).toEqual({
    mcp_servers: { mnema: { command: 'C:\\node.exe', args: ['-y', 'a b'], env: { KEY: 'ä' } } },
  });
});

it.each([
  '[mcp_servers.mnema]\nurl = "x"\n',
  '[ mcp_servers . "mnema" ]\nurl = "x"\n',
  '["mcp_servers".\'mnema\']\nurl = "x"\n',
  '[mcp_servers.mnema.env]\nA = "x"\n',
  'mcp_servers.mnema.url = "x"\n',
  '[mcp_servers]\nmnema = { url = "x" }\n',
  '[mcp_servers]\nmnema.url = "x"\n',
  '[[mcp_servers]]\nname = "x"\n',
  '["mcp_servers"]\n"mnema" = { url = "x" }\n',
  '["mcp\\u005fservers"]\nmnem\\u0061 = { url = "x" }\n',
  'prompt = """\nopen',
  'mcp_servers = { other = { url = "x" } }\n',
])('a configuration in TOML is not added to a file that has another one or could break: %j', async (text) => {
  expect(await configuration.addTo(text)).toBeUndefined();
});

it.each<[NodeJS.Platform, string, string, Record<string, string>, Record<string, string>]>([
  ['linux', '/', '/home/ada', {}, { desktop: '.config/Claude', code: '.config/Code', zed: '.config/zed' }],
  [
    ...(['darwin', '/', '/Users/ada', { CODEX_HOME: '/opt/codex', CLAUDE_CONFIG_DIR: '/opt/claude' }] as const),
    { desktop: 'Library/Application Support/Claude', code: 'Library/Application Support/Code', zed: '.config/zed' },
  ],
  [
    ...(['win32', '\\', 'C:\\Users\\ada', { APPDATA: 'D:\\Roaming' }] as const),
    { desktop: 'D:/Roaming/Claude', code: 'D:/Roaming/Code', zed: 'D:/Roaming/Zed' },
  ],
])(
  'on %s, the files of clients have the paths that the clients read',
  (platform, slash, home, environment, folders) => {
    const machine: Machine = { platform, home, environment };
    const files = [
      ...[
        `${folders['desktop']}/claude_desktop_config.json`,
        `${environment['CLAUDE_CONFIG_DIR'] ?? '.'}/.claude.json`,
      ],
      ...['.cline/data/settings/cline_mcp_settings.json', `${environment['CODEX_HOME'] ?? '.codex'}/config.toml`],
      ...['.cursor/mcp.json', '.gemini/settings.json', `${folders['code']}/User/mcp.json`],
      ...['.codeium/windsurf/mcp_config.json', `${folders['zed']}/settings.json`],
    ].map((file) => (/^(\/|D:)/.test(file) ? file : `${home}/${file}`.replace('/./', '/')).replaceAll('/', slash));
    expect(clientsOn(machine).map(({ file }) => file)).toEqual(files);
  },
);
