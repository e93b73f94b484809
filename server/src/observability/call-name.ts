import type { Commit } from '../ports/memory-store.ts';

/** What a call of a store is named by: a commit by what it does, which takes as long as that. */
export function callName(method: string, given: readonly unknown[]): string {
  if (method !== 'commit') return method;
  const [commits] = given as [readonly Commit[]];
  return commits[0]?.changes[0]?.kind ?? method;
}
