import { beforeAll, describe, expect, it } from 'vitest';
import { later, useTestApp } from '../shared-apps.ts';

const app = useTestApp();
beforeAll(() => {
  // Words alone decide here.
  app.embedder.hold();
  app.embedder.queriesFail = true;
});

const api = later(() => app.first.api);

const nested = (levels: number): unknown =>
  levels === 0 ? 'core' : levels % 2 ? { a: nested(levels - 1) } : [nested(levels - 1)];

const texts: [string, string][] = [
  ['full-text syntax', 'zebra" OR * NEAR(quagga, 2) AND -okapi ^memory_word: {col}: "'],
  ['SQL', 'zebra\'); DROP TABLE memory; -- "quagga"'],
  ['astral characters', 'zebra 😀👩‍👩‍👧 𝒽𝑒𝓁𝓁ℴ 𠜎 quagga'],
  ['right-to-left', 'zebra שלום עולם \u202eevil\u202c العربية quagga'],
  ['combining marks, never normalised', 'zebra e\u0301 \u00e9 \u1e9b\u0323 quagga'],
  ['blanks around, never trimmed', ' \t\u00a0zebra quagga\r\n\u2028 '],
  ['control characters', 'zebra \u0001\u0007\u001b[31m\u007f\u0085 quagga'],
  ['a byte order mark and non-characters', '\ufeffzebra \ufffe\uffff quagga'],
  ['markup and templates', 'zebra <script>alert(1)</script> {{7*7}} <%= 7*7 %> %s %n quagga'],
  ['JSON in JSON', 'zebra {"text":"\\u0000","a":[1]} quagga'],
  ['names of prototypes', 'zebra __proto__ constructor toString quagga'],
];

it.each(texts)(
  '%s are stored and given back exactly, and are only text as a query, a filter or an id',
  async (title, text) => {
    const metadata = { kind: title, note: text };
    const agent_id = text.slice(0, 200);
    const written = await api.post('/memories', { text, metadata, agent_id, run_id: text });
    expect(written.status, written.text).toBe(202);
    const id = written.body.memory_id;
    const { body: memory } = await api.get(`/memories/${id}`);
    expect(memory).toMatchObject({ memory: text, metadata, run_id: text });
    const found = await api.post('/search', { query: 'zebra', filters: { note: text }, run_id: text });
    expect(found.body.results).toMatchObject([{ id, memory: text, metadata }]);
    const list = async (query: Record<string, string>) =>
      (await api.get(`/memories?${new URLSearchParams(query)}`)).body.results;
    expect(await list({ run_id: text, agent_id })).toMatchObject([{ id, memory: text }]);

    const all = (await list({})).length;
    expect((await api.post('/search', { query: text, top_k: 100 })).body.results.length).toBeGreaterThan(0);
    for (const scope of [{ filters: { [text]: text } }, { user_id: `no ${text}` }, { run_id: `no ${text}` }]) {
      expect((await api.post('/search', { query: 'zebra', ...scope })).body.results).toEqual([]);
    }
    expect(await list({ project: `${text}%' OR '1'='1` })).toEqual([]);
    expect(await list({})).toHaveLength(all);
  },
);

describe('metadata keeps', () => {
  it.each<[string, string]>([
    [
      'keys that name prototypes',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":"x","hasOwnProperty":1}',
    ],
    ['keys with dots, dollars, slashes, blanks, and the empty one', '{"a.b":1,"$gt":2,"a/b~c":3," ":4,"":5,"ключ":6}'],
    ['every kind of value', '{"n":null,"t":true,"z":-0.5,"e":1e-300,"s":"","l":[],"o":{},"d":0.1}'],
    ['98 levels of nesting', JSON.stringify({ deep: nested(97) })],
  ])('%s', async (_title, metadata) => {
    const raw = `{"text":"zebra","metadata":${metadata}}`;
    const written = await app.call({ method: 'POST', path: '/memories', raw, headers: api.headers });
    expect(written.status, written.text).toBe(202);
    expect((await api.get(`/memories/${written.body.memory_id}`)).text).toContain(`"metadata":${metadata}`);
    const changed = await api.put(`/memories/${written.body.memory_id}`, { metadata: { added: 1 } });
    expect(changed.text).toContain(`"metadata":${metadata.slice(0, -1)},"added":1}`);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('__proto__ as something to filter by and to remove', async () => {
    const send = (method: string, path: string, raw: string) => app.call({ method, path, raw, headers: api.headers });
    const written = await send('POST', '/memories', '{"text":"yak","metadata":{"__proto__":"p","constructor":"c"}}');
    const search = (filters: string) => send('POST', '/search', `{"query":"yak","filters":${filters}}`);
    expect((await search('{"__proto__":"p"}')).body.results).toHaveLength(1);
    expect((await search('{"__proto__":"q"}')).body.results).toEqual([]);
    expect((await search('{"constructor":["c"]}')).body.results).toHaveLength(1);
    const changed = await send('PUT', `/memories/${written.body.memory_id}`, '{"metadata":{"__proto__":null}}');
    expect(changed.text).toContain('"metadata":{"constructor":"c"}');
    expect((await search('{"__proto__":"p"}')).body.results).toEqual([]);
  });
});

it('infer keeps every key of the metadata beside its own', async () => {
  const raw = '{"text":"zebra","infer":true,"metadata":{"__proto__":1,"a":2}}';
  const written = await app.call({ method: 'POST', path: '/memories', raw, headers: api.headers });
  expect(written.text).toContain('"metadata":{"__proto__":1,"a":2,"infer_fallback_reason":"no_llm_configured"}');
});
