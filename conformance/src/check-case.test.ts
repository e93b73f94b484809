import { describe, expect, it } from 'vitest';
import type { Case } from './case.ts';
import { checkCase, type Reported } from './check-case.ts';
import type { SeenRequest } from './proxy.ts';

const request = (more: Partial<SeenRequest> = {}): SeenRequest => ({
  method: 'POST',
  path: '/memories',
  headers: { 'idempotency-key': 'k-1' },
  body: '{"text":"Ada 7","metadata":{"X-1":1}}',
  waitedMs: undefined,
  ...more,
});
const reported = (steps: Reported['steps'], saved = {}): Reported => ({
  id: 'one',
  saved,
  variables: { unique: '7' },
  steps,
});
const caseOf = (more: Partial<Case>): Case => ({
  id: 'one',
  title: 'a case',
  steps: [{ call: 'add', expect: { value: { memory_id: { $id: true } } } }],
  ...more,
});
const good: Reported['steps'] = [{ value: { memory_id: 'mem_1', more: true } }];
const problemsOf = (one: Partial<Case>, steps = good, seen = [request()], saved = {}): string[] =>
  checkCase(caseOf(one), reported(steps, saved), seen, { api_key: 'mnk_1' });

describe('the check of a case', () => {
  it('finds no problem when everything matches the case', () => {
    const wanted = {
      method: 'POST',
      path: '/memories',
      body: { $exact: { text: 'Ada ${unique}', metadata: { 'X-1': 1 } } },
    };
    expect(problemsOf({ requests: [wanted] })).toEqual([]);
  });

  it.each<[string, Partial<Case>, Reported['steps'], SeenRequest[]]>([
    ['a value that differs', {}, [{ value: { memory_id: 7 } }], [request()]],
    ['an error in place of a value', {}, [{ error: { class: 'NotFoundError' } }], [request()]],
    ['a step that did not run', {}, [], [request()]],
    ['a request too many', { requests: [] }, good, [request()]],
    ['a request too few', { requests: [{ method: 'POST', path: '/memories' }] }, good, []],
    ['another method', { requests: [{ method: 'PUT', path: '/memories' }] }, good, [request()]],
    ['another path', { requests: [{ method: 'POST', path: '/memories' }] }, good, [request({ path: '/memories?a=b' })]],
    [
      'a field that should not be sent',
      { requests: [{ method: 'POST', path: '/memories', body: { $exact: { text: 'Ada 7' } } }] },
      good,
      [request()],
    ],
    [
      'a number that became a text',
      { requests: [{ method: 'POST', path: '/memories', body: { metadata: { 'X-1': '1' } } }] },
      good,
      [request()],
    ],
    [
      'other characters for the same body',
      { requests: [{ method: 'POST', path: '/memories', body_text: '{"text": "Ada 7"}' }] },
      good,
      [request()],
    ],
    [
      'a header that is missing',
      { requests: [{ method: 'POST', path: '/memories', headers: { prefer: 'wait=5' } }] },
      good,
      [request()],
    ],
    [
      'a header that should not be there',
      { requests: [{ method: 'POST', path: '/memories', headers: { 'idempotency-key': { $absent: true } } }] },
      good,
      [request()],
    ],
    [
      'a retry that came too soon',
      {
        requests: [
          { method: 'POST', path: '/memories' },
          { method: 'POST', path: '/memories', waited_ms: { $gte: 370 } },
        ],
      },
      good,
      [request(), request({ waitedMs: 12 })],
    ],
    [
      'another idempotency key on the second attempt',
      {
        requests: [1, 2].map(() => ({
          method: 'POST',
          path: '/memories',
          headers: { 'idempotency-key': { $same: 'key' } },
        })),
      },
      good,
      [request(), request({ headers: { 'idempotency-key': 'k-2' } })],
    ],
    [
      'a filter more than was given',
      { requests: [{ method: 'POST', path: '/memories', query: { a: 'b' } }] },
      good,
      [request({ path: '/memories?a=b&limit=1' })],
    ],
    [
      'a filter sent twice',
      { requests: [{ method: 'POST', path: '/memories', query: { a: 'b' } }] },
      good,
      [request({ path: '/memories?a=b&a=b' })],
    ],
    ['something that was never saved', { steps: [{ call: 'get', expect: { value: '${id}' } }] }, good, [request()]],
  ])('finds %s', (_what, one, steps, seen) => {
    expect(problemsOf(one, steps, seen)).not.toEqual([]);
  });

  it('finds a value instead of an error, and an error of another class, status or number of attempts', () => {
    const error = { class: 'NotFoundError', status: 404, attempts: 1, retry_after: { $null: true } };
    const steps = [{ call: 'get', expect: { error } }];
    const saw = { class: 'NotFoundError', status: 404, attempts: 1, retry_after: null };
    expect(problemsOf({ steps }, [{ error: saw }])).toEqual([]);
    expect(problemsOf({ steps }, good)).not.toEqual([]);
    for (const other of [{ class: 'APIError' }, { status: 403 }, { attempts: 2 }, { retry_after: 1 }]) {
      expect(problemsOf({ steps }, [{ error: { ...saw, ...other } }])).not.toEqual([]);
    }
  });

  it('reports a case that the runner left out', () => {
    expect(checkCase(caseOf({}), undefined, [], {})).toEqual(['the runner reports nothing']);
  });

  it('compares with the values that the runner saved, and decodes the query', () => {
    const one: Partial<Case> = {
      steps: [{ call: 'list', expect: { value: { results: [{ id: '${id}' }] } } }],
      requests: [{ method: 'GET', path: '/memories', query: { project: 'a b&c' } }],
    };
    const steps = [{ value: { results: [{ id: 'mem_1' }] } }];
    for (const query of ['project=a+b%26c', 'project=a%20b%26c']) {
      const seen = [request({ method: 'GET', path: `/memories?${query}` })];
      expect(problemsOf(one, steps, seen, { id: 'mem_1' })).toEqual([]);
      expect(problemsOf(one, steps, seen, { id: 'mem_2' })).not.toEqual([]);
    }
  });

  it('treats a metadata key as a matcher only when it is one', () => {
    const steps = [{ call: 'get', expect: { value: { metadata: { $gt: 1 } } } }];
    expect(problemsOf({ steps }, [{ value: { metadata: { $gt: 1 } } }])).toEqual([]);
    expect(problemsOf({ steps }, [{ value: { metadata: { $gt: 2 } } }])).not.toEqual([]);
  });

  it('finds a key named __proto__', () => {
    const metadata = JSON.parse('{"__proto__": "own"}');
    const steps = [{ call: 'get', expect: { value: { metadata: { $exact: metadata } } } }];
    expect(problemsOf({ steps }, [{ value: { metadata } }])).toEqual([]);
    expect(problemsOf({ steps }, [{ value: { metadata: {} } }])).not.toEqual([]);
  });
});
