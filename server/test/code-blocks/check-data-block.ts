import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseToml } from 'smol-toml';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseEvaluationSet } from '../../../bench/src/retrieval/evaluation-set.ts';
import { problems } from '../../src/api/problem.ts';
import { environmentSchema } from '../../src/config/environment-schema.ts';
import { createTools } from '../../src/mcp/create-tools.ts';
import { type CodeBlock, root } from './read-pages.ts';

// biome-ignore lint/suspicious/noExplicitAny: a check looks for the fields of its form
type Value = any;

const readJson = (path: string): Value => JSON.parse(readFileSync(join(root, path), 'utf8'));

function expectValid({ $schema: _, ...schema }: Value, value: Value): void {
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect([validate(value), validate.errors]).toEqual([true, null]);
}

const { tools } = createTools({ mcpToolPrefix: 'service' } as Parameters<typeof createTools>[0]);
/** Returns the MCP tool that has these arguments as its example. */
const toolOf = (value: Value) => tools.find(({ example }) => isDeepStrictEqual(example, value));

/** The forms of JSON on the pages: how to recognize one, and what must hold for it. */
const jsonForms: readonly [is: (value: Value) => boolean, check: (value: Value) => void][] = [
  [
    (value) => 'request_id' in value && 'detail' in value,
    ({ code, status, title, type, detail, request_id, ...rest }) => {
      expect({ status, title }).toEqual(problems[code as keyof typeof problems]);
      expect(type).toMatch(new RegExp(`#${code}$`));
      expect([typeof detail, typeof request_id, rest]).toEqual(['string', 'string', {}]);
    },
  ],
  [
    (value) => 'mcpServers' in value,
    (value) => expect(globSync('examples/mcp/*.json', { cwd: root }).map(readJson)).toContainEqual(value),
  ],
  [(value) => 'questions' in value, (value) => parseEvaluationSet('page', JSON.stringify(value))],
  [(value) => 'covers' in value, (value) => expectValid(readJson('conformance/case.schema.json'), [value])],
  [(value) => toolOf(value) !== undefined, (value) => expectValid(toolOf(value)?.inputSchema, value)],
  [(value) => value.event === 'security', (value) => expect(value.msg).toBe('security event')],
];

const checks: Record<string, (text: string) => void> = {
  // It shows nothing that could be compared.
  mermaid() {},
  json(text) {
    const value = JSON.parse(text);
    const [, check] = jsonForms.find(([is]) => is(value)) ?? expect.fail('This JSON has no form that a test checks.');
    check(value);
  },
  toml: (text) => void parseToml(text),
  yaml(text) {
    for (const document of parseAllDocuments(text)) {
      expect(document.errors).toEqual([]);
      const value = document.toJS();
      if ('mode' in value) expectValid(readJson('deploy/helm/mnema/values.schema.json'), value);
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

/** Checks a block of data or configuration. */
export function checkDataBlock({ language, text }: CodeBlock): void {
  const check = checks[language];
  if (!check)
    throw new Error('This block is not executed: give it a language that a test runs, or list it with the reason.');
  check(text);
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
