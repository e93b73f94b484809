import { expect, it } from 'vitest';
import { toProjects } from './memory-index.ts';

it('returns each string in metadata.project once, in each of its cases', () => {
  expect(toProjects({ project: 'apollo' })).toEqual(['apollo']);
  expect(toProjects({ project: ['apollo', 'Apollo', 'apollo'] })).toEqual(['apollo', 'Apollo']);
});

it('leaves out everything that is not a string', () => {
  expect(toProjects({})).toEqual([]);
  expect(toProjects({ project: 5 })).toEqual([]);
  expect(toProjects({ project: { name: 'apollo' } })).toEqual([]);
  expect(toProjects({ project: [null, 1, ['apollo']] })).toEqual([]);
});
