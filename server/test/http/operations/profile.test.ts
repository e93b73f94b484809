import { expect, it } from 'vitest';
import { write, writeFailed, writeReady } from '../memory-steps.ts';
import { later, useTestApp } from '../shared-apps.ts';

const app = useTestApp({ MNEMA_REST_USER_ID: 'request' });
const account = later(() => app.first);

async function profile(query: Record<string, string> = {}, of = account) {
  const { status, text, body } = await of.api.get(`/profile?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return body;
}
const texts = (entries: { text: string }[]) => entries.map(({ text }) => text);

it('200: of project facts what holds in the project, with projects and names counted', async () => {
  const [first, second] = [
    { agent_id: 'coder', metadata: { project: 'heron' } },
    { agent_id: 'coder', metadata: { project: ['heron', 'ibis'] } },
  ];
  const memories = [
    { ...first, text: 'We use Node 20' },
    { ...first, text: 'Build (heron):\n1) Run npm run generate after a change of openapi/\n2) Never commit dist\n' },
    { ...first, text: 'We use Node 24' },
    { ...second, text: 'The default branch is called main, says Priya Raman' },
    { ...second, text: 'Always ask Priya Raman before a release' },
  ];
  const ids: string[] = [];
  for (const { text, ...more } of memories) ids.push(await writeReady(account.api, text, more));
  const found = await profile({ agent_id: 'coder' });
  expect(texts(found.preferences)).toEqual([
    'Always ask Priya Raman before a release',
    'Build (heron): Never commit dist',
  ]);
  expect(texts(found.facts)).toEqual([
    'The default branch is called main, says Priya Raman',
    'We use Node 24',
    'Build (heron): Run npm run generate after a change of openapi/',
  ]);
  const lines = memories.map(({ text }) => text.trim().replaceAll('\n', ' '));
  expect(texts(found.recent)).toEqual(lines.toReversed());
  expect(found.projects).toEqual([
    { name: 'heron', count: 5, memory_ids: [...ids].reverse() },
    { name: 'ibis', count: 2, memory_ids: [ids[4], ids[3]] },
  ]);
  const priya = { name: 'Priya Raman', kind: 'name', count: 2, memory_ids: [ids[4], ids[3]] };
  expect(found.entities).toContainEqual(priya);
  expect(found.summary).toContain('Projects: heron (5), ibis (2)');
  expect(found.summary).toMatch(/Names: .*Priya Raman \(2\)/);
  const { summary } = await profile({ agent_id: 'coder', max_characters: '200' });
  expect([found.summary.length > 200, summary.length <= 200]).toEqual([true, true]);
  const narrow = await profile({ agent_id: 'coder', project: 'ibis' });
  expect([narrow.memory_count, narrow.projects.map(({ name }: { name: string }) => name)]).toEqual([
    2,
    ['heron', 'ibis'],
  ]);
});

it('200: pending and failed memories count for what they say', async () => {
  const other = await app.register();
  await writeFailed(app, other.api, 'The crane is red');
  app.embedder.hold();
  await write(other.api, 'Prefers tabs');
  const { preferences, facts, memory_count } = await profile({}, other);
  app.embedder.release();
  expect([texts(preferences), texts(facts), memory_count]).toEqual([['Prefers tabs'], ['The crane is red'], 2]);
});
