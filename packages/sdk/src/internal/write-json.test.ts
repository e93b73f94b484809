import { describe, expect, it } from 'vitest';
import { writeJson } from './write-json.ts';

const circle: Record<string, unknown> = {};
circle['self'] = circle;

describe('the JSON of a body', () => {
  it('equals that of JSON.stringify, without undefined fields', () => {
    const given = {
      text: 'Grüße "x"',
      left: undefined,
      at: new Date(0),
      nested: { 'a/b': [1, -0.5, null, { deep: true }], __proto__: null },
      plain: Object.assign(Object.create(null), { n: 1 }),
      none: null,
      page: new URL('http://x/y'),
    };
    expect(writeJson(given)).toBe(JSON.stringify(given));
    expect(writeJson({ one: given.nested, two: given.nested })).toBe(
      JSON.stringify({ one: given.nested, two: given.nested }),
    );
  });

  it.each<[string, unknown]>([
    ['/body/metadata/n', { metadata: { n: Number.NaN } }],
    ['/body/metadata/n', { metadata: { n: Number.POSITIVE_INFINITY } }],
    ['/body/metadata/list/1', { metadata: { list: [1, -Infinity] } }],
    ['/body/metadata/list/0', { metadata: { list: [undefined] } }],
    ['/body/metadata/list/1/a~1b~0c', { metadata: { list: [0, { 'a/b~c': new Map([[1, 2]]) }] } }],
    ['/body/metadata/set', { metadata: { set: new Set([1]) } }],
    ['/body/metadata/call', { metadata: { call: () => 1 } }],
    ['/body/metadata/symbol', { metadata: { symbol: Symbol('x') } }],
    ['/body/metadata/bigint', { metadata: { bigint: 1n } }],
    ['/body/metadata/bytes', { metadata: { bytes: new Uint8Array(2) } }],
    ['/body/metadata/pattern', { metadata: { pattern: /x/ } }],
    ['/body/occurred_at', { occurred_at: new Date(Number.NaN) }],
  ])('refuses what would become something else, naming %s', (path, body) => {
    expect(() => writeJson(body)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        message: expect.stringContaining(`${path}: `),
        errors: [expect.objectContaining({ path })],
      }),
    );
  });

  it('rejects a circle', () => {
    expect(() => writeJson(circle)).toThrow(TypeError);
  });
});
