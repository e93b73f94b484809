import type { Metadata } from '../../ports/memory-store.ts';

/** Returns the projects of a memory: the string in `metadata.project`, or each distinct string in an array there. */
export function toProjects({ project }: Metadata): string[] {
  const given: unknown[] = Array.isArray(project) ? project : [project];
  return [...new Set(given.filter((one) => typeof one === 'string'))];
}
