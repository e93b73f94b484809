import { expect, it } from 'vitest';
import { type Call, pack, unpack } from './run-command.ts';

const call = (input: unknown): Call => ({ accountId: 'acct_ana', name: 'write', input, now: 1 });

it('sends plain calls as text, without changing a value', () => {
  const input = { text: 'line\n\u2028 \ud800 "é"', list: [1.5, true, null, { deep: [] }], ['__proto__']: 1 };
  const sent = pack(call(input));
  expect(typeof sent).toBe('string');
  expect(unpack(sent)).toEqual(call(input));
});

it.each([
  ['bytes', new Int8Array([1])],
  ['a date', new Date(0)],
  ['an infinite number', Number.POSITIVE_INFINITY],
  ['a hole in a list', [undefined]],
])('sends a call with %s as it is, because JSON would change it', (_, value) => {
  const given = call({ changes: [{ value }] });
  expect(pack(given)).toBe(given);
  expect(unpack(given)).toBe(given);
});

it('leaves out fields without a value', () => {
  expect(unpack(pack(call({ kept: 1, absent: undefined })))).toEqual(call({ kept: 1 }));
});
