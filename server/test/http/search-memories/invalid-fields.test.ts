import { describeInvalidBodies } from '../describe-invalid-bodies.ts';

const numbers = [...new Array(1_000).keys()];

describeInvalidBodies('POST', '/search', [
  ['no query', {}, '/body/query', /missing/],
  ['an empty query', { query: '' }, '/body/query', /at least 1 character$/],
  ['an empty user_id', { query: 'a', user_id: '' }, '/body/user_id', /at least 1 character: leave it out/],
  ['a blank query', { query: ' ' }, '/body/query', /blank/],
  ['a query of 8,001 characters', { query: '😀'.repeat(8_001) }, '/body/query', /at most 8000 characters/],
  ['top_k 0', { query: 'a', top_k: 0 }, '/body/top_k', /between 1 and 100/],
  ['top_k 101', { query: 'a', top_k: 101 }, '/body/top_k', /between 1 and 100/],
  ['top_k as text', { query: 'a', top_k: '5' }, '/body/top_k', /must be a whole number/],
  ['half a top_k', { query: 'a', top_k: 1.5 }, '/body/top_k', /must be a whole number/],
  ['a threshold below 0', { query: 'a', threshold: -0.1 }, '/body/threshold', /between 0 and 1/],
  ['a threshold above 1', { query: 'a', threshold: 1.1 }, '/body/threshold', /between 0 and 1/],
  ['a threshold as text', { query: 'a', threshold: '0.5' }, '/body/threshold', /must be a number/],
  ['a filter that is null', { query: 'a', filters: { project: null } }, '/body/filters/project', /non-empty array/],
  [
    'a filter that is an empty list',
    { query: 'a', filters: { project: [] } },
    '/body/filters/project',
    /non-empty array/,
  ],
  [
    'a filter that is an object',
    { query: 'a', filters: { project: { $in: ['a'] } } },
    '/body/filters/project',
    /non-empty array/,
  ],
  [
    'a list with null in a filter',
    { query: 'a', filters: { project: ['a', null] } },
    '/body/filters/project',
    /non-empty array/,
  ],
  [
    '51 filters',
    { query: 'a', filters: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, at])) },
    '/body/filters',
    /at most 50 keys/,
  ],
  [
    '2,001 values of filters',
    { query: 'a', filters: { f: numbers, g: numbers, h: 1 } },
    '/body/filters',
    /at most 2000/,
  ],
  ['filters that are a list', { query: 'a', filters: [] }, '/body/filters', /must be an object/],
  ['filters that are null', { query: 'a', filters: null }, '/body/filters', /must be an object/],
  [
    'a misspelt field',
    { query: 'a', filter: {} },
    '/body/filter',
    /^is not a field of this request \(did you mean filters\?\); valid names are query, user_id/,
  ],
  ['a wish that is no yes or no', { query: 'a', rerank: 'yes' }, '/body/rerank', /true or false/],
  ['an empty user_id', { query: 'a', user_id: '' }, '/body/user_id', /at least 1 character/],
  [
    'an agent_id of 257 characters',
    { query: 'a', agent_id: 'i'.repeat(257) },
    '/body/agent_id',
    /at most 256 characters/,
  ],
]);
