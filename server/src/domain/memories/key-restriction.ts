import { DomainError } from '../../ports/errors.ts';
import { isOfUser, type Memory, type Metadata } from '../../ports/memory.ts';
import type { KeyRestriction } from '../accounts/kinds.ts';
import { toProjects } from '../text/memory-index.ts';

/** The restriction of an API key; null if it may access the whole account. */
export type Restriction = KeyRestriction | null;

type Restricted = Pick<Memory, 'accountId' | 'userId' | 'endUserId' | 'agentId' | 'metadata'>;

/** Whether a key with this restriction may access a memory. */
export function isWithin(memory: Restricted, restriction: Restriction): boolean {
  if (restriction === null) return true;
  const { userId, agentId, project } = restriction;
  return (
    (userId === null || isOfUser(memory, userId)) &&
    (agentId === null || memory.agentId === agentId) &&
    (project === null || toProjects(memory.metadata).includes(project))
  );
}

/**
 * Rejects a change that takes a memory out of the project of a key, or into a project that it was not in.
 * @throws {DomainError} `outside_key_restriction`
 */
export function requireProjectKept(current: Metadata, next: Metadata, restriction: Restriction): void {
  const project = restriction?.project ?? null;
  if (project === null) return;
  const [before, after] = [toProjects(current), toProjects(next)];
  if (!after.includes(project) || !after.every((one) => before.includes(one))) throw outsideRestriction('project');
}

/** @param name the field that contradicts the restriction */
export function outsideRestriction(name: 'user_id' | 'agent_id' | 'project'): DomainError {
  return new DomainError(
    'outside_key_restriction',
    `This API key is restricted to one ${name}, but the request names another. Leave ${name} out, or use another API key.`,
  );
}
