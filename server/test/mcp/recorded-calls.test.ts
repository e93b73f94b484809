import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Schema, withoutKeywords } from '../../src/api/schema-lookup.ts';
import { createTools, listedTool } from '../../src/mcp/create-tools.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { useToolAccount } from './use-tool-account.ts';

// What agent frameworks really sent: frameworks/README.md. Each call is understood as its model meant it, or rejected.

interface Recording {
  framework: string;
  versions: Record<string, string>;
  /** The headers of every POST, beside those of a request. */
  headers: Record<string, string>;
  /** The schemas that openai-agents made of the six tools. */
  strict?: Record<string, Schema>;
  requests: { call?: string; method?: 'GET'; headers?: Record<string, string>; body?: object; unsent?: true }[];
}

const lines = readFileSync(new URL('./frameworks/recorded-calls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const recordings: Recording[] = [];
for (const line of lines.map((text) => JSON.parse(text))) {
  if ('framework' in line) recordings.push({ ...line, requests: [] });
  else recordings.at(-1)?.requests.push(line);
}

const mcp = useToolAccount();
/** The memory that the framework wrote last. */
let id = '$MEMORY';
beforeEach(() => {
  id = '$MEMORY';
});

const written = { project: 'port', source: 'mcp' };
const first = () => ({ id, memory: 'Quay:\n1) It opens at six.', metadata: written });
const changed = { ...written, tags: ['harbour'], area: 'north' };

/** What the model learns from the result of each call: a part of the data, or of the text of an error. */
const outcomes: Record<string, () => object | RegExp> = {
  'add, blanks': () => ({ metadata: written, expires_at: null, user_id: mcp.account.id, agent_id: null }),
  'search, blanks': () => first(),
  'search, nulls': () => first(),
  'search, values in strings': () => first(),
  'search, names of others': () => first(),
  'search, filters in words': () => /^invalid_request: filters must be an object/,
  'search, a list for a text': () => /^invalid_request: query must be a string/,
  'list, blanks': () => first(),
  'list, nulls': () => first(),
  'list, no arguments': () => first(),
  'list, an unknown name': () => /^invalid_request: projects is not a field .*did you mean project\?/,
  'profile, blanks': () => ({ memory_count: 1, projects: [{ name: 'port' }] }),
  'update, metadata in a string': () => ({ metadata: { ...written, tags: ['harbour'] }, version: 2 }),
  'update, nulls': () => ({ metadata: changed, version: 3 }),
  'update, text beside blanks': () => ({ memory: 'Quay:\n1) It opens at seven.', metadata: changed, version: 4 }),
  'update, the text twice': () => ({ memory: 'Quay:\n1) At ten.', metadata: changed, version: 5 }),
  'update, only blanks': () => /^invalid_request: memory and metadata are both missing/,
  'update, an id of the model': () => /^not_found: /,
  'delete, only blanks': () => /^invalid_request: memory_id is missing: .*leave out memory_id, user_id, /,
  'delete, nulls and a user': () => /^invalid_request: memory_id is missing: .*leave out memory_id, agent_id, /,
  'delete, blanks': () => ({ memory_id: id }),
  'add, tags beside metadata': () => /^invalid_request: tags is not a field .*valid names are .*metadata/,
  'add, a list for a text': () => /^invalid_request: memory must be a string\./,
  'add, values in strings': () => ({ metadata: { tags: ['rain'], source: 'mcp' }, expires_at: null, status: 'ready' }),
  'delete, nulls': () => ({ memory_id: id }),
};

/** The number of memories after a call that changes it. */
const counts: Record<string, number> = {
  'delete, nulls and a user': 1,
  'delete, blanks': 0,
  'add, a list for a text': 0,
  'delete, nulls': 0,
};

describe.each(recordings)('what $framework sends', ({ headers, requests }) => {
  it('is understood as its model meant it, or rejected', async () => {
    expect(requests.flatMap(({ call }) => call ?? [])).toEqual(Object.keys(outcomes));
    for (const { call = 'its handshake', method, body, unsent, ...request } of requests) {
      if (unsent) continue;
      if (method === 'GET') {
        expect((await mcp.api.get('/mcp', request.headers)).status).toBe(405);
        continue;
      }
      const sent = JSON.parse(JSON.stringify(body).replaceAll('$MEMORY', id));
      const response = await mcp.api.post('/mcp', sent, { ...headers, ...request.headers });
      expect([response.status, response.body?.error], call).toEqual(['id' in sent ? 200 : 202, undefined]);
      const outcome = outcomes[call];
      if (!outcome) continue;
      const { isError, content, structuredContent } = response.body.result;
      if (call.startsWith('add') && !isError) id = structuredContent.memory_id;
      if (call in counts) expect(await mcp.listed(), call).toHaveLength(counts[call] ?? 0);
      const expected = outcome();
      if (expected instanceof RegExp) {
        expect.soft([isError, content[0].text], call).toEqual([true, expect.stringMatching(expected)]);
        continue;
      }
      const { results, ...data } = structuredContent;
      const found = results === undefined ? data : results[0];
      expect.soft([found, results?.length ?? 1], call).toMatchObject([expected, 1]);
      if (call === 'list, blanks') {
        const note = expect.stringContaining(`The scope: user_id ${mcp.account.id} (the account).`);
        expect([data.note, content[0].text]).toEqual([note, note]);
      }
      // A key that the model did not mean is no part of the metadata.
      if ('metadata' in expected) expect(found.metadata, call).toEqual(expected.metadata);
    }
  });
});

/** Converts a listed schema as `ensure_strict_json_schema` of openai-agents does. */
function toStrict(schema: Schema): Schema {
  const { type, properties = {}, items } = schema;
  const fields = Object.entries(properties).map(([name, one]) => [name, toStrict(one)]);
  const closed = {
    properties: Object.fromEntries(fields),
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { ...schema, ...(items ? { items: toStrict(items) } : {}), ...(type === 'object' ? closed : {}) };
}

it('openai-agents made strict schemas of the six tools as they are listed, so that the calls have all arguments', () => {
  const { strict = {} } = recordings.find(({ framework }) => framework === 'openai-agents') ?? {};
  const { tools } = createTools({ mcpToolPrefix: 'service' } as never);
  const listed = tools.map((tool) => listedTool(tool) as Pick<Tool, 'name' | 'inputSchema'>);
  const expected = listed.map(({ name, inputSchema }) => [
    name,
    toStrict(withoutKeywords(inputSchema, ['description'])),
  ]);
  expect(strict).toEqual(Object.fromEntries(expected));
  expect(Object.values(strict).map(({ required }) => required?.length)).toEqual([9, 7, 4, 13, 5, 13]);
});
