import { expect, it } from 'vitest';
import { canBeLive, isFiltered, readRequestsSearch, toListParams, toLiveSearch } from './requests-search.ts';

it('leaves out what is wrong in the address', () => {
  const given = { outcome: 'lost', status: '9000', source: 'moon', from: 'yesterday', page: '0', operation: '' };
  expect(readRequestsSearch(given)).toEqual({});
});

it('keeps filters, times and the page', () => {
  const given = { outcome: 'failed', status: 404, source: 'mcp', from: '2026-03-04T00:00:00Z', page: 3, id: 'req_1' };
  const search = readRequestsSearch(given);
  expect(search).toEqual({ ...given, from: '2026-03-04T00:00:00.000Z' });
  expect(toListParams(search)).toMatchObject({ failed: true, status_code: 404, source: 'mcp', offset: 100, limit: 50 });
});

it('begins a period before now, and lets it win over other times', () => {
  const search = readRequestsSearch({ period: 'hour', from: '2020-01-01T00:00:00Z' });
  expect(toListParams(search, Date.parse('2026-03-04T12:00:00Z'))['from']).toEqual(new Date('2026-03-04T11:00:00Z'));
});

it('does not call a page or an opened request a filter', () => {
  expect(isFiltered({ page: 2, id: 'req_1' })).toBe(false);
  expect(isFiltered({ source: 'rest' })).toBe(true);
});

it('follows the first page of a time that has not ended, and leaves for it with the same filters', () => {
  expect(canBeLive({ source: 'rest', period: 'hour' })).toBe(true);
  const yesterday = { from: '2026-03-03T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' };
  expect([canBeLive({ page: 2 }), canBeLive(yesterday)]).toEqual([false, false]);
  expect(toLiveSearch({ ...yesterday, page: 2, source: 'rest', id: 'req_1' })).toEqual({ source: 'rest', id: 'req_1' });
  expect(toLiveSearch({ from: yesterday.from, page: 2 })).toEqual({ from: yesterday.from });
});
