import { expect, it } from 'vitest';
import { makeMemory, runToEnd } from '../../../test/make-memory.ts';
import type { Memory } from '../../ports/memory.ts';
import { newestFirst, selectStatements } from './select-statements.ts';

const select = (memories: Memory[]) => runToEnd(selectStatements([...memories].sort(newestFirst))).result;
/** Returns all texts of the profile of these memories, written in this order. */
function shown(...given: (string | Memory)[]): string[] {
  const memories = given.map((one) => (typeof one === 'string' ? makeMemory(one) : one));
  const { preferences, facts } = select(memories);
  return [...preferences, ...facts].map(({ text }) => text);
}

it.each([
  ['Prefers tabs', 'Prefers spaces now'],
  ['The user prefers dark mode', 'I prefer light mode'],
  ['Ada lives in Lisbon', 'Ada moved to Porto'],
  ['I live in Lisbon with my dog', 'I’m now based in Porto.'],
  ['Ada wohnt in Bremen', 'Ada ist nach Kiel gezogen'],
  ['Works at Acme', 'Works for Initech now'],
  ['My favourite editor is Vim', 'Helix is my favorite editor'],
  ['The deadline is Friday', 'The deadline is 3 May'],
  ['The launch is on the first of February', 'We moved the launch to the first of March'],
  ['Timezone: Europe/Lisbon', 'The timezone is Europe/Paris'],
  ['The owner of billing is Ada', 'The owner of billing is Bo'],
  ['We use Node 20', 'We use Node 22'],
  ['Staging runs Postgres 16.1', 'Staging runs Postgres 17'],
  ['Uses npm', 'Uses pnpm, not npm'],
  ['We use MySQL', 'We don’t use MySQL'],
  ['Uses Jira', 'Switched from Jira to Linear'],
  ['Ada likes coffee', 'Ada does not like coffee anymore'],
  ['Ada likes coffee', 'Ada no longer likes coffee'],
  ['Never use emojis', 'Always use emojis'],
  ['Prefers tea over coffee', 'Prefers coffee to tea'],
  ['Uses Podman instead of Docker', 'Uses Docker'],
  ['Ada mag Kaffee', 'Ada mag keinen Kaffee'],
])('the newest of two contradicting statements stays: %s → %s', (older, newer) => {
  expect(shown(older, newer)).toEqual([newer]);
  expect(shown(makeMemory(older, { occurredAt: 2 }), makeMemory(newer, { occurredAt: 1 }))).toEqual([older]);
});

it('a change ends the use of the thing before, but a use alone ends no other use', () => {
  expect(shown('We use MySQL', 'We switched to Postgres')).toEqual(['We switched to Postgres']);
  expect(shown('Uses npm', 'Now uses yarn')).toEqual(['Now uses yarn']);
  expect(shown('We switched to Postgres', 'We use MySQL')).toHaveLength(2);
});

it.each([
  ['Prefers tabs', 'Prefers dark mode now'],
  ['Prefers short meetings', 'Prefers morning meetings'],
  ['Prefers dark mode in the editor', 'Prefers light mode in the browser'],
  ['Ada lives in Lisbon', 'Bo lives in Porto'],
  ['Ada lives in Lisbon', 'Ada’s brother lives in Porto'],
  ['Ada lives in Lisbon', 'Ada would like to live in Porto'],
  ['Ada lives in Lisbon in winter', 'Ada lives in Porto in summer'],
  ['Ada lives in Lisbon', 'Ada lives in a small flat'],
  ['Ada is a nurse', 'Ada is left-handed'],
  ['My dog is brown', 'My dog is called Rex'],
  ['The server is in Frankfurt', 'The server is new'],
  ['The deadline is Friday', 'The deadline is firm'],
  ['The port of staging is 5433', 'The port of production is 5432'],
  ['Staging runs Node 20', 'Production runs Node 22'],
  ['We use Node 20 for builds', 'We use Node 22 for tests'],
  ['We use Postgres', 'We use Redis'],
  ['We use npm', 'We use pnpm'],
  ['Ada likes tea', 'Ada likes coffee'],
  ['Allergic to nuts', 'Allergic to shellfish'],
  ['Flies from Lisbon to Porto', 'Flies to Lisbon from Porto'],
  ['Ticket 4821 is closed', 'Ticket 4822 is closed'],
  ['Turn on the alarm at night', 'Turn off the alarm at night'],
  ['Ada manages Bo', 'Bo manages Ada'],
  ['Ports: staging has 5433', 'Ports: production has 5432'],
  ['Staging notes. The port is 5433.', 'Production notes. The port is 5432.'],
])('two facts that do not contradict each other both stay: %s | %s', (older, newer) => {
  const sentences = (text: string) => (text.includes('. ') ? text.split(/(?<=\.) /) : [text]);
  expect(shown(older, newer).sort()).toEqual([...sentences(older), ...sentences(newer)].sort());
});

it('two facts under different headings and of different users, projects or speakers both stay', () => {
  expect(shown('Staging:\n1) Port: 5433', 'Production:\n1) Port: 5432')).toHaveLength(2);
  const [tabs, spaces] = ['Prefers tabs', 'Prefers spaces'];
  expect(shown(makeMemory(tabs, { userId: 'u1' }), makeMemory(spaces, { userId: 'u2' }))).toHaveLength(2);
  const inProject = (project: string) => ({ metadata: { project } });
  expect(shown(makeMemory(tabs, inProject('a')), makeMemory(spaces, inProject('b')))).toHaveLength(2);
  const inRun = { runId: 'r' };
  const [ada, bo] = [makeMemory('Ada: I prefer tabs', inRun), makeMemory('Bo: I prefer spaces', inRun)];
  expect(shown(ada, bo)).toHaveLength(2);
  expect(shown(ada, makeMemory('Ada: I prefer spaces', inRun))).toEqual(['Ada: I prefer spaces']);
});

it.each([
  ['The user prefers tabs.', 'I really prefer tabs'],
  ['Uses pnpm', 'uses PNPM!'],
  ['Ada’s colour is blue', 'Ada’s color is now blue.'],
])('repetitions are one entry: %s = %s', (older, newer) => {
  const memories = [makeMemory(older), makeMemory(newer)];
  const { preferences, facts } = select(memories);
  expect([...preferences, ...facts]).toEqual([
    { text: newer, memoryIds: [memories[1]?.id, memories[0]?.id], statedAt: memories[1]?.updatedAt },
  ]);
});

it('repetitions are one entry with the newest 20 memories that state it, each of which counts once', () => {
  const memories = Array.from({ length: 30 }, () => makeMemory('Prefers tabs'));
  const ids = memories.map(({ id }) => id).reverse();
  expect(select(memories).preferences[0]?.memoryIds).toEqual(ids.slice(0, 20));
  const memory = makeMemory('Ada lives in Lisbon. Ada moved to Porto. Ada moved to Porto!');
  expect(select([memory]).facts).toEqual([
    { text: 'Ada moved to Porto!', memoryIds: [memory.id], statedAt: memory.updatedAt },
  ]);
});

it('statements are ordered by their time, then by id, then by position', () => {
  const stated = { occurredAt: Date.UTC(2020, 0) };
  const [early, first, second] = [
    makeMemory('Crane seven is red'),
    makeMemory('Crane one is red. Crane two is red.', stated),
    makeMemory('Crane three is red', stated),
  ];
  expect(shown(first as Memory, early as Memory, second as Memory)).toEqual([
    'Crane seven is red',
    'Crane three is red',
    'Crane one is red.',
    'Crane two is red.',
  ]);
});

it('a change of the text makes a statement new, a change of the metadata does not, and an old event stays old', () => {
  const older = makeMemory('Prefers tabs', { updatedAt: Date.UTC(2030, 0), version: 2 });
  expect(shown(older, 'Prefers spaces')).toEqual(['Prefers spaces']);
  expect(shown({ ...older, textChangedAt: Date.UTC(2030, 0) }, 'Prefers spaces')).toEqual(['Prefers tabs']);
  const old = makeMemory('Prefers tabs', { occurredAt: 1 });
  expect(shown(makeMemory('Prefers spaces'), old)).toEqual(['Prefers spaces']);
});

it('a contradicted statement contradicts nothing itself', () => {
  expect(shown('Uses npm', 'Uses pnpm, not npm', 'Uses npm, not pnpm')).toEqual(['Uses npm, not pnpm', 'Uses npm']);
});

it('the same memories have the same statements in any order of arrival', () => {
  const memories = Array.from({ length: 50 }, (_, n) =>
    makeMemory(`Crane ${n % 20} is ${n % 2 ? 'red' : 'blue'}. Prefers ${n % 3 ? 'tabs' : 'spaces'}`, {
      occurredAt: n % 4,
    }),
  );
  expect(JSON.stringify(select(memories))).toBe(JSON.stringify(select([...memories].reverse())));
});

it('20,000 memories are analysed with pauses and have at most 100 facts and 100 preferences', () => {
  const memories = Array.from({ length: 20_000 }, (_, n) =>
    makeMemory(n % 2 ? `Crane ${n} stands at quay ${n * 7}` : `Prefers crane ${n} to crane ${n + 1}`),
  );
  const { result, pauses } = runToEnd(selectStatements([...memories].sort(newestFirst)));
  expect([result.preferences.length, result.facts.length]).toEqual([100, 100]);
  expect(pauses).toBeGreaterThan(20_000 / 20);
});
