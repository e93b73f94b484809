import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toTables } from '../../bench/src/capacity/tables.ts';

it('docs/scale.md shows the tables that `npm run capacity` prints', () => {
  const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  expect(page).toContain(toTables());
});
