import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseToml } from 'smol-toml';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseEvaluationSet } from '../../../bench/src/retrieval/evaluation-set.ts';
import { problems } from '../../src/api/problem.ts';
import { clientsOn } from '../../src/cli/mcp/clients.ts';
import { environmentSchema } from '../../src/config/environment-schema.ts';
import { createTools } from '../../src/mcp/create-tools.ts';
import { type CodeBlock, root } from './read-pages.ts';

// biome-ignore lint/suspicious/noExplicitAny: a check looks for the fields of its form
type Value = any;

const caseSchema = JSON.parse(readFileSync(join(root, 'conformance/case.schema.json'), 'utf8'));
const isListOfCases = new Ajv({ allowUnionTypes: true }).compile(caseSchema);

const chartSchema = JSON.parse(readFileSync(join(root, 'deploy/helm/mnema/values.schema.json'), 'utf8'));
const areChartValues = new Ajv({ strict: false }).compile(chartSchema);

const { tools } = createTools({ mcpToolPrefix: 'service' } as Parameters<typeof createTools>[0]);
/** Returns the MCP tool that has these arguments as its example. */
const toolOf = (value: Value) => tools.find(({ example }) => isDeepStrictEqual(example, value));

const env = { MNEMA_BASE_URL: 'http://127.0.0.1:8787', MNEMA_API_KEY: 'mnk_…' };
const connections = [
  { kind: 'remote', url: `${env.MNEMA_BASE_URL}/mcp`, headers: { 'X-API-Key': env.MNEMA_API_KEY } },
  { kind: 'bridge', command: 'npx', args: ['-y', '@mnema/mcp'], env },
] as const;

/** The forms of JSON on the pages: how to recognize one, and what must hold for it. */
const jsonForms: readonly { is: (value: Value) => boolean; check: (value: Value) => void }[] = [
  {
    is: (value) => 'request_id' in value && 'detail' in value,
    check: ({ code, status, title, type, detail, request_id, ...rest }) => {
      expect({ status, title }).toEqual(problems[code as keyof typeof problems]);
      expect(type).toMatch(new RegExp(`#${code}$`));
      expect([typeof detail, typeof request_id, rest]).toEqual(['string', 'string', {}]);
    },
  },
  {
    is: (value) => 'mcpServers' in value,
    check: (value) => {
      const clients = clientsOn({ platform: 'linux', home: '/home/ada', environment: {} });
      const printed = clients.flatMap(({ name, configuration }) =>
        name === 'codex' ? [] : connections.map((connection) => JSON.parse(configuration(connection).text)),
      );
      expect(printed).toContainEqual(value);
    },
  },
  { is: (value) => 'questions' in value, check: (value) => parseEvaluationSet('page', JSON.stringify(value)) },
  {
    is: (value) => 'covers' in value,
    check: (value) => expect([isListOfCases([value]), isListOfCases.errors]).toEqual([true, null]),
  },
  {
    is: (value) => toolOf(value) !== undefined,
    check: (value) =>
      expect(new Ajv2020({ strict: false }).validate(toolOf(value)?.inputSchema ?? {}, value)).toBe(true),
  },
  { is: (value) => value.event === 'security', check: (value) => expect(value.msg).toBe('security event') },
];

const checks: Record<string, (text: string) => void> = {
  json(text) {
    const value = JSON.parse(text);
    const form = jsonForms.find(({ is }) => is(value));
    if (!form) throw new Error('This JSON has no form that a test checks.');
    form.check(value);
  },
  toml: (text) => void parseToml(text),
  yaml(text) {
    for (const document of parseAllDocuments(text)) {
      expect(document.errors).toEqual([]);
      const value = document.toJS();
      if ('mode' in value) expect([areChartValues(value), areChartValues.errors]).toEqual([true, null]);
    }
  },
  env(text) {
    for (const line of text.split('\n')) {
      const [, name = '', value] = /^([A-Z][A-Z0-9_]*)=(\S.*)$/.exec(line) ?? [];
      if (value === undefined) expect(line).toMatch(/^(#.*)?$/);
      const setting = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
      // A secret is not written out: `mnk_…`, `<token>`.
      if (value && setting && !/[…<]/.test(value))
        expect(setting.safeParse(value), line).toMatchObject({ success: true });
    }
  },
  ini(text) {
    for (const line of text.split('\n')) expect(line).toMatch(/^([#;].*|\[[^\]]+\]|[A-Za-z]+ ?=.*)?$/);
  },
  nginx(text) {
    expectBraces(text);
    for (const line of text.split('\n')) expect(line.trim()).toMatch(/^(|#.*|.*[;{}]( *#.*)?)$/);
  },
  caddy: expectBraces,
};

/** Checks a block of data or configuration. Returns false when there is no check for its language. */
export function checkDataBlock({ language, text }: CodeBlock): boolean {
  const check = checks[{ yml: 'yaml', dotenv: 'env', systemd: 'ini', caddyfile: 'caddy' }[language] ?? language];
  check?.(text);
  return check !== undefined;
}

/** Variables of clients, which the server does not read, and those of tests. */
const otherVariables = /^MNEMA_(API_KEY|BASE_URL|LOG|TEST_\w+)$/;

/** Returns the variables in a text that have the form of a setting and are none. */
export function unknownSettings(text: string): string[] {
  const named = [...text.matchAll(/\bMNEMA_[A-Z0-9_]+\b/g)].map(([name]) => name);
  return named.filter((name) => !(name.replace(/_FILE$/, '') in environmentSchema.shape) && !otherVariables.test(name));
}

function expectBraces(text: string): void {
  let depth = 0;
  for (const brace of text.replaceAll(/#.*$/gm, '').match(/[{}]/g) ?? []) {
    depth += brace === '{' ? 1 : -1;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  expect(depth).toBe(0);
}
