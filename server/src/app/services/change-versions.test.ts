import { expect, it } from 'vitest';
import { createChangeVersions } from './instrument-adapters.ts';

it('gives an account another version with each change, and leaves other accounts their own', () => {
  const versions = createChangeVersions();
  const [ana, bo] = [versions.of('ana'), versions.of('bo')];
  versions.changed('ana');
  expect(versions.of('ana')).not.toBe(ana);
  expect(versions.of('bo')).toBe(bo);
});

it('never returns to a version that an account had before a change, however many accounts change', () => {
  const versions = createChangeVersions(2);
  const seen = new Set<number>();
  for (let round = 0; round < 20; round++) {
    seen.add(versions.of('ana'));
    versions.changed('ana');
    for (let other = 0; other < round % 4; other++) versions.changed(`other ${other}`);
    expect(seen).not.toContain(versions.of('ana'));
  }
});
