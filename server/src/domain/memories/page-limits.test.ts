import { expect, it } from 'vitest';
import { countNames } from './memory-queries.ts';

const name = (text: string, kind = 'name') => ({ name: text, kind });
async function* each<One>(memories: Iterable<One>): AsyncGenerator<One, void> {
  yield* memories;
}

it('ends a page early at the limit of names', async () => {
  const entities = Array.from({ length: 50 }, (_, n) => name(`N${n}`));
  const one = { createdAt: 5, entities, projects: [] };
  const memories = Array.from({ length: 200 }, (_, at) => ({ ...one, id: `mem_${999 - at}` }));
  expect(await countNames(each(memories), { limit: 1_000, maxIds: 2 })).toMatchObject({ memories: 100 });
});
