import { expect, it } from 'vitest';
import type { DomainError } from '../ports/errors.ts';
import { createSchemaCheck, maxDescribed } from './schema-check.ts';

it('lists all errors of a small value and the first of a large one, and none of an earlier value', () => {
  const properties = { name: { type: 'string' }, tags: { type: 'array', items: { type: 'integer' } } };
  const check = createSchemaCheck({ type: 'object', properties, required: ['name'], additionalProperties: false });
  const pathsOf = (value: unknown) => {
    try {
      check(value);
      return [];
    } catch (error) {
      return (error as DomainError).errors?.map(({ path }) => path);
    }
  };
  expect(pathsOf({ name: 'a', tags: [1] })).toEqual([]);
  expect(pathsOf({ secret: 1, tags: ['a'] })).toEqual(['/name', '/secret', '/tags/0']);
  const long = Array.from({ length: maxDescribed + 1 }, (_, at) => (at < 2 ? 'a' : at));
  expect(pathsOf({ name: 'a', tags: long })).toEqual(['/tags/0']);
});
