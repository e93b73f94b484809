import { expect, it } from 'vitest';
import { callTool, done } from './tool-calls.ts';
import { useToolAccount } from './use-tool-account.ts';

const mcp = useToolAccount();

/** The blanks that openai-agents sends in strict mode, where every argument of a tool is required. */
const blankScope = { user_id: '', agent_id: null, run_id: '' };
const blankNarrowing = {
  ...{ project: '', source: null, memory_type: '', tag: null },
  ...{ occurred_from: null, occurred_to: '', created_from: null, created_to: '' },
};

it('a model that sends every argument writes, finds, lists, changes and deletes a memory', async () => {
  const blankMetadata = { project: 'ports', area: '', source: null, memory_type: '', tags: [] };
  const { memory_id } = (
    await done(mcp.api, 'service_add', {
      ...{ memory: 'Harbour:\n1) It opens at six.', text: '', ...blankScope, metadata: blankMetadata },
      ...{ infer: false, expires_at: '', wait: 5 },
    })
  ).data;
  const filters = { ...blankMetadata, tags: null };
  const search = { query: 'harbour', ...blankScope, top_k: 5, filters, threshold: null };
  expect((await done(mcp.api, 'service_search', search)).data.results).toMatchObject([{ id: memory_id }]);
  const list = await done(mcp.api, 'service_list', { ...blankScope, ...blankNarrowing, limit: null, cursor: '' });
  expect(list.data.results).toMatchObject([{ id: memory_id, metadata: { project: 'ports' } }]);
  const used = `The scope: user_id ${mcp.account.id} (the account).`;
  expect([list.data.note, list.text]).toEqual([expect.stringContaining(used), expect.stringContaining(used)]);
  const metadata = { project: null, area: 'quay', source: null, memory_type: null, tags: null };
  const update = { memory_id, user_id: null, memory: '', text: null, metadata };
  const changed = (await done(mcp.api, 'service_update', update)).data.metadata;
  expect(changed).toMatchObject({ project: 'ports', area: 'quay', source: 'mcp' });
  await done(mcp.api, 'service_delete', { memory_id, ...blankScope, ...blankNarrowing, confirm: null });
  expect(await mcp.listed()).toEqual([]);
});

it('blanks without an id delete nothing, and are named', async () => {
  await mcp.add();
  for (const args of [
    { memory_id: '', user_id: mcp.account.id },
    { user_id: null, confirm: 1 },
  ]) {
    const { isError, text } = await callTool(mcp.api, 'service_delete', args);
    expect([isError, text]).toEqual([true, expect.stringMatching(/^invalid_request: (?:memory_id|user_id) must /)]);
  }
  expect(await mcp.listed()).toHaveLength(1);
});
