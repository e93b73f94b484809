import { expect, it } from 'vitest';
import { endedBody } from './ended-body.ts';

it('the body of an accepted write keeps ids, status and time, and loses all that was written', () => {
  const ids = { memory_id: 'mem_1', status: 'pending', agent_id: null, created_at: '2026-11-22T09:00:00.000Z' };
  const written = { metadata: { project: 'apollo' }, redacted: [{ path: '/body/metadata/pin', kind: 'password' }] };
  expect(JSON.parse(endedBody(JSON.stringify({ ...ids, ...written })))).toEqual({ ...ids, metadata: {}, redacted: [] });
});
