import { describeInvalidBodies } from '../describe-invalid-bodies.ts';

describeInvalidBodies('POST', '/api-keys', [
  ['no label', {}, '/body/label', /missing/],
  ['an empty label', { label: '' }, '/body/label', /at least 1 character/],
  ['a blank label', { label: '  ' }, '/body/label', /blank/],
  [
    'a label with a secret',
    { label: `ci ${['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('')}` },
    '/body/label',
    /a GitHub token/,
  ],
  ['an unknown scope', { label: 'a', scopes: ['admin'] }, '/body/scopes/0', /read, write/],
  ['no scope', { label: 'a', scopes: [] }, '/body/scopes', /at least 1 item/],
  ['three scopes', { label: 'a', scopes: ['read', 'write', 'read'] }, '/body/scopes', /at most 2 items/],
  ['a scope twice', { label: 'a', scopes: ['read', 'read'] }, '/body/scopes', /duplicates/],
  ['a restriction to nothing', { label: 'a', restrict: {} }, '/body/restrict', /at least one of/],
  ['a restriction by run', { label: 'a', restrict: { run_id: 'r' } }, '/body/restrict/run_id', /project/],
  [
    'a restriction to several users',
    { label: 'a', restrict: { user_id: ['a', 'b'] } },
    '/body/restrict/user_id',
    /string/,
  ],
  ['a restriction to no user', { label: 'a', restrict: { user_id: '' } }, '/body/restrict/user_id', /at least 1/],
  [
    'a restriction to a secret',
    { label: 'a', restrict: { project: `ci ${['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('')}` } },
    '/body/restrict/project',
    /a GitHub token/,
  ],
  ['an end in the past', { label: 'a', expires_at: '2020-01-01T00:00:00Z' }, '/body/expires_at', /in the future/],
  [
    'an end after the year 9999 in UTC',
    { label: 'a', expires_at: '9999-12-31T23:59:59-00:01' },
    '/body/expires_at',
    /0000 to 9999/,
  ],
  ['an end that is no date', { label: 'a', expires_at: 'never' }, '/body/expires_at', /2026-11-21T09:30:00Z/],
]);
