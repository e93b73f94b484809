import { expect, it } from 'vitest';
import { closestName } from './closest-name.ts';

it.each([
  ['topk', 'top_k'],
  ['agentId', 'agent_id'],
  ['AGENT_ID', 'agent_id'],
  ['agent', 'agent_id'],
  ['memory_type_name', undefined],
  ['age', undefined],
  ['memry_type', 'memory_type'],
  ['filter', undefined],
  ['x', undefined],
  ['id', undefined],
])('the closest name to %s is %s', (name, meant) => {
  expect(closestName(name, ['top_k', 'agent_id', 'memory_type', 'to'])).toBe(meant);
});
