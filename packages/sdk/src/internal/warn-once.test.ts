import { expect, it, vi } from 'vitest';
import { Mnema } from '../client.ts';
import type { Logger } from '../logger.ts';
import { warnOnce } from './warn-once.ts';

const makeLog = () => ({ warn: vi.fn(), info: vi.fn(), debug: vi.fn() }) satisfies Logger;

it('writes each code once, whichever call meets it', () => {
  const log = makeLog();
  const first = { code: 'first', message: 'Look here.' };
  warnOnce({ warnings: [first] }, log, 'GET /memories');
  warnOnce({ warnings: [first, { code: 'second', message: 'Look there.' }] }, log, 'POST /search');
  expect(log.warn.mock.calls).toEqual([['GET /memories: Look here. (first)'], ['POST /search: Look there. (second)']]);
});

it('leaves out what is no warning, and that a deletion only counted', () => {
  const log = makeLog();
  const counted = [{ code: 'not_confirmed', message: 'Nothing was deleted.' }];
  for (const warnings of [undefined, null, 'text', {}, [null, 5, {}], counted])
    warnOnce({ warnings }, log, 'GET /memories');
  warnOnce(undefined, log, 'POST /auth/logout');
  expect(log.warn).not.toHaveBeenCalled();
});

it('reaches the console by default, and the caller finds the warnings in the response', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const warnings = [{ code: 'unknown_user_id', message: 'No memory has it.' }];
  const response = { results: [], next_cursor: null, warnings };
  const mnema = new Mnema({ apiKey: 'mnk_1', fetch: async () => Response.json(response) });
  expect(await mnema.list({ user_id: 'secret' })).toEqual(response);
  expect((await mnema.search('x', { user_id: 'secret' })).warnings).toEqual(warnings);
  expect(warn.mock.calls).toEqual([['mnema: GET /memories: No memory has it. (unknown_user_id)']]);
});
