import type { FacetCount } from '../domain/memories/facet-page.ts';
import type { Profile } from '../domain/profile/get-profile.ts';
import type { Entry } from '../domain/profile/select-statements.ts';
import type { components } from '../generated/contract.d.ts';

export function presentProfile(profile: Profile): components['schemas']['Profile'] {
  return {
    summary: profile.summary,
    preferences: profile.preferences.map(presentEntry),
    facts: profile.facts.map(presentEntry),
    projects: profile.projects.map(presentCount),
    entities: profile.entities.map(({ name, kind, count, memoryIds }) => ({
      name,
      kind,
      count,
      memory_ids: memoryIds,
    })),
    recent: profile.recent.map(presentEntry),
    memory_count: profile.memoryCount,
  };
}

function presentEntry({ text, memoryIds, statedAt }: Entry) {
  return { text, memory_ids: memoryIds, updated_at: new Date(statedAt).toISOString() };
}

function presentCount({ name, count, memoryIds }: FacetCount) {
  return { name, count, memory_ids: memoryIds };
}
