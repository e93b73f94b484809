import { describe, expect, it } from 'vitest';
import { Mnema } from './client.ts';
import type { MnemaOptions } from './options.ts';
import type { MessageInput } from './types.ts';

const bodies: unknown[] = [];
const fetch = async (_: string, { body }: RequestInit) => {
  bodies.push(JSON.parse(body as string));
  return Response.json({ memory_id: 'mem_1', results: [] });
};
const mnema = new Mnema({ apiKey: 'mnk_1', fetch });

describe('a call as other services have it', () => {
  it('add takes a conversation first', async () => {
    const messages: MessageInput[] = [
      { role: 'user', content: 'I prefer tea.' },
      { role: 'ai', content: [{ type: 'text', text: 'Noted.' }], tool_calls: [] },
    ];
    await mnema.forAgent('planner').add(messages, { user_id: 'ada' });
    expect(bodies.pop()).toEqual({ messages, user_id: 'ada', agent_id: 'planner' });
  });

  it.each(['search', 'recall'] as const)('%s takes no id as a filter, but names where it belongs', async (name) => {
    for (const id of ['user_id', 'agent_id', 'run_id']) {
      const filters = { project: 'apollo', [id]: 'ada' } as Record<string, string>;
      const found = mnema.forRun('run-1')[name]('tea', { filters });
      const path = `/body/filters/${id}`;
      const message = `is for metadata: pass ${id} beside filters, or use where for a metadata key of this name`;
      await expect(found).rejects.toMatchObject({ code: 'invalid_argument', errors: [{ path, message }] });
    }
    expect(bodies).toEqual([]);
  });

  it.each([
    ['getAll', 'list'],
    ['deleteAll', 'forget'],
    ['history', 'versions'],
  ])('%s names %s', (theirs, ours) => {
    const call = () => (mnema as unknown as Record<string, (query: object) => unknown>)[theirs]?.({ user_id: 'ada' });
    expect(call).toThrow(new TypeError(`mnema.${theirs} is not a function: did you mean mnema.${ours}?`));
  });

  it.each([
    ['baseURL', 'baseUrl'],
    ['base_url', 'baseUrl'],
    ['apikey', 'apiKey'],
    ['api_key', 'apiKey'],
    ['timeout', 'timeoutMs'],
    ['max_retries', 'maxRetries'],
    ['organization', 'apiKey or accessToken or baseUrl or timeoutMs or maxRetries or fetch or headers or .*'],
  ])('the option %s names %s', (theirs, ours) => {
    const create = () => new Mnema({ [theirs]: 'secret' } as MnemaOptions);
    expect(create).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(create).toThrow(new RegExp(`^a client has no option ${theirs}: did you mean ${ours}\\?$`));
  });
});
