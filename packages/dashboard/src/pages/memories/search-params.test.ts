import { describe, expect, it } from 'vitest';
import { isBackwards, readSearch, scopeOf } from './search-params.ts';

describe('the link of the memories', () => {
  it('keeps what the page understands and leaves out the rest', () => {
    const search = readSearch({ q: 'launch', tag: 2026, status: 'lost', from: '2026-13-01', view: 'why', evil: 1 });
    expect(search).toEqual({ q: 'launch', tag: '2026', view: 'why' });
  });

  it('turns days into a scope that holds the whole last day', () => {
    expect(scopeOf({ from: '2026-02-28', to: '2026-02-28', project: 'apollo' })).toEqual({
      project: 'apollo',
      created_from: '2026-02-28T00:00:00Z',
      created_to: '2026-03-01T00:00:00.000Z',
    });
    expect(scopeOf({ date: 'occurred_at', to: '2026-12-31' })).toEqual({ occurred_to: '2027-01-01T00:00:00.000Z' });
  });

  it('asks for no days that are the wrong way round', () => {
    const search = { from: '2026-03-02', to: '2026-03-01' };
    expect(isBackwards(search)).toBe(true);
    expect(scopeOf(search)).toEqual({});
  });
});
