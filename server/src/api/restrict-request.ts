import type { KeyRestriction } from '../domain/accounts/kinds.ts';
import { missingMemoryId } from '../domain/memories/commit-write.ts';
import type { MemoryStore } from '../domain/memories/memory-store.ts';
import { isWithin, outsideRestriction } from '../domain/memories/scope.ts';
import type { Metadata } from '../ports/memory.ts';

type RestrictedName = 'user_id' | 'agent_id' | 'project';

export function restrictedValues(restriction: KeyRestriction): [name: RestrictedName, value: string][] {
  const values = { user_id: restriction.userId, agent_id: restriction.agentId, project: restriction.project };
  return Object.entries(values).filter((entry): entry is [RestrictedName, string] => entry[1] !== null);
}

/** Returns the values that a restricted key adds. @throws {DomainError} when a parameter has another value */
export function restrictScope(
  given: Readonly<Record<string, unknown>>,
  restriction: KeyRestriction,
  isTaken: (name: RestrictedName) => boolean = () => true,
): Partial<Record<RestrictedName, string>> {
  const values = restrictedValues(restriction).filter(([name]) => isTaken(name));
  for (const [name, value] of values) requireOnly(name, given[name], value);
  return Object.fromEntries(values);
}

/** @throws {DomainError} `outside_key_restriction` when a field of a new memory has another value */
export function restrictContent<Content extends { metadata?: Metadata | undefined }>(
  content: Content,
  restriction: KeyRestriction,
): Content {
  const { project } = restriction;
  const ids = restrictScope(content as Record<string, unknown>, { ...restriction, project: null });
  requireProject(content.metadata, restriction);
  const metadata = project === null ? {} : { metadata: { project, ...content.metadata } };
  return { ...content, ...ids, ...metadata };
}

/** @throws {DomainError} `outside_key_restriction` if metadata contain another project */
export function requireProject(metadata: Metadata | undefined, { project }: KeyRestriction): void {
  const isNamed = metadata !== undefined && Object.hasOwn(metadata, 'project');
  if (isNamed && project !== null) requireOnly('project', metadata['project'], project);
}

function requireOnly(name: RestrictedName, given: unknown, value: string): void {
  if (given === undefined) return;
  const all: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (all.length === 0 || all.some((one) => one !== value)) throw outsideRestriction(name);
}

/** Returns the id of a memory. If the key may not access it, the result is an id that no memory has. */
export async function restrictMemoryId(
  store: Pick<MemoryStore, 'get'>,
  { accountId, id }: { accountId: string; id: string },
  restriction: KeyRestriction,
): Promise<string> {
  const memory = await store.get(accountId, id);
  return memory && !isWithin(memory, restriction) ? missingMemoryId : id;
}
