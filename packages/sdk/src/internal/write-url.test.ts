import { describe, expect, it } from 'vitest';
import { writePath, writeQuery } from './write-url.ts';

describe('the URL of a call', () => {
  it('has each name of the path in its place, escaped', () => {
    expect(writePath('/usage')).toBe('/usage');
    expect(writePath('/a/{a_id}/b/{b_id}', { a_id: 'x/y?z', b_id: '$&ü' })).toBe('/a/x%2Fy%3Fz/b/%24%26%C3%BC');
  });

  it.each(['', '.', '..', 5, null, undefined])('is rejected when %j stands for a name of the path', (id) => {
    expect(() => writePath('/a/{a_id}', { a_id: id })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining('a_id') }),
    );
  });

  it('has escaped names in its query, which add no further fields', () => {
    expect(writeQuery({ 'a&b=c': 1, __proto__: null })).toBe('a%26b%3Dc=1');
  });

  it('has the fields of the query, with lists repeated and without what is not given', () => {
    expect(writeQuery({ a: 'ü &=+', list: ['x', undefined, 2], no: undefined, none: null, yes: false })).toBe(
      'a=%C3%BC%20%26%3D%2B&list=x&list=2&yes=false',
    );
    expect([writeQuery(undefined), writeQuery(null), writeQuery({}), writeQuery({ a: [] })]).toEqual(['', '', '', '']);
  });

  it.each([{}, new Map(), new Date(Number.NaN)])('is rejected when a field of the query is %j', (value) => {
    expect(() => writeQuery({ a: value })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', errors: [expect.objectContaining({ path: '/query/a' })] }),
    );
  });
});
