import { invalidArgument } from './invalid-argument.ts';

/** The fields that a scoped client fills in. */
export interface Scope {
  user_id?: string;
  agent_id?: string;
  run_id?: string;
}

export type ScopeName = keyof Scope;

/** The scope of a memory and of a search. */
export const memoryScope: readonly ScopeName[] = ['user_id', 'agent_id', 'run_id'];
/** The scope of a profile, which has no runs. */
export const profileScope: readonly ScopeName[] = ['user_id', 'agent_id'];

/**
 * Returns the fields of a call with those of the scope filled in. `path` is the position of the fields.
 * @throws {MnemaError} `invalid_argument` for a field with another value, or one that is among the filters of metadata
 */
export function fillScope<Fields>(scope: Scope, names: readonly ScopeName[], fields: Fields, path: string): Fields {
  const { filters } = { ...fields } as { filters?: object | null };
  const misplaced = names.find((name) => filters && Object.hasOwn(filters, name));
  if (misplaced) {
    throw invalidArgument(
      `${path}/filters/${misplaced}`,
      `is for metadata: pass ${misplaced} beside filters, or use where for a metadata key of this name`,
    );
  }
  if (names.every((name) => scope[name] === undefined)) return fields;
  const filled = { ...fields } as Fields & Scope;
  for (const name of names) {
    const value = scope[name];
    if (value === undefined) continue;
    if ((filled[name] ?? value) !== value) {
      throw invalidArgument(`${path}/${name}`, `differs from ${JSON.stringify(value)} of this client`);
    }
    filled[name] = value;
  }
  return filled;
}

/** @throws {MnemaError} `invalid_argument` for an id that is none, and for another one than the scope has already */
export function narrowScope(scope: Scope, name: ScopeName, id: string): Scope {
  if (typeof id !== 'string' || id === '') throw invalidArgument(`/${name}`, 'must be an id');
  return { ...scope, ...fillScope(scope, [name], { [name]: id }, '') };
}
