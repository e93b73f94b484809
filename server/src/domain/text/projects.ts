import type { Metadata } from '../../ports/memory-store.ts';

/** The projects a memory belongs to: the string in `metadata.project`, or each distinct string in an array there. */
export function toProjects({ project }: Metadata): string[] {
  const given: unknown[] = Array.isArray(project) ? project : [project];
  return [...new Set(given.filter((one) => typeof one === 'string'))];
}
