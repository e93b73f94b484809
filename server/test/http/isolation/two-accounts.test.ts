import { beforeAll, describe, expect, it } from 'vitest';
import { find, list, write, writeReady } from '../memory-steps.ts';
import { later, useTestApp } from '../shared-apps.ts';
import type { TestAccount } from '../start-test-app.ts';

const app = useTestApp();
const ada = later(() => app.first);
let bob: TestAccount;
beforeAll(async () => {
  bob = await app.register();
});

describe('with the same memories in both accounts', () => {
  const fact = 'The lighthouse keeper feeds a one-eyed seagull every morning';
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    const same = { run_id: 'same', agent_id: 'same', metadata: { project: 'same', tags: ['same'] } };
    mine = await writeReady(bob.api, fact, same);
    theirs = await writeReady(ada.api, fact, same);
  });

  it.each([
    ['words', 'lighthouse seagull', {}],
    ['meaning', 'a person who looks after a bird near the sea', {}],
    ['scope', 'seagull', { run_id: 'same', agent_id: 'same' }],
    ['filter', 'seagull', { filters: { project: 'same', tags: ['same'] } }],
  ])('a search by %s finds the own one only', async (_how, query, more) => {
    const [ofBob, ofAda] = [await find(bob.api, query, more), await find(ada.api, query, more)];
    expect([ofBob, ofAda]).toEqual([expect.arrayContaining([mine]), expect.arrayContaining([theirs])]);
    expect([ofBob.includes(theirs), ofAda.includes(mine)]).toEqual([false, false]);
  });

  it('naming the other account as user_id finds nothing of it, in body, query or metadata', async () => {
    const search = { user_id: ada.id, filters: { project: 'same' } };
    expect(await find(bob.api, 'lighthouse seagull', search)).toEqual([]);
    expect(await list(bob.api, { user_id: ada.id })).toEqual([]);
    expect(await find(bob.api, 'lighthouse', { filters: { owner_user_id: ada.id } })).toEqual([]);
    expect(await list(bob.api, { run_id: 'same', agent_id: 'same', project: 'same', tag: 'same' })).toEqual([mine]);
  });

  it('writing with user_id of the other account keeps the memory one’s own', async () => {
    const id = await write(bob.api, 'a smuggled walrus', { user_id: ada.id, metadata: { owner_user_id: ada.id } });
    expect((await bob.api.get(`/memories/${id}`)).body.user_id).toBe(bob.id);
    expect(await find(ada.api, 'smuggled walrus', { top_k: 100 })).not.toContain(id);
  });

  it("a cursor of the other account's list is rejected", async () => {
    await write(ada.api, 'another');
    const { body } = await ada.api.get('/memories?limit=1');
    expect(body.next_cursor).toEqual(expect.any(String));
    expect((await bob.api.get(`/memories?limit=1&cursor=${body.next_cursor}`)).status).toBe(400);
  });

  it('deleting or changing the own one leaves the other found', async () => {
    expect((await bob.api.put(`/memories/${mine}`, { text: 'nothing of that kind' })).status).toBe(200);
    expect(await find(ada.api, 'lighthouse seagull')).toContain(theirs);
    expect((await bob.api.delete(`/memories/${mine}`)).status).toBe(200);
    expect(await find(ada.api, 'a person who looks after a bird')).toContain(theirs);
  });
});
