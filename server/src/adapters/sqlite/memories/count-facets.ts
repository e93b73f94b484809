import type { DatabaseSync } from 'node:sqlite';
import type { FacetPage, FacetQuery } from '../../../ports/memory-store.ts';
import { buildFacetPage } from '../../store-kit/facet-page.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { toConditions } from './list-memories.ts';

interface FacetRow {
  id: string;
  entities: string;
  projects: string;
}

export function countFacets(db: DatabaseSync, query: FacetQuery): FacetPage {
  const builder = buildFacetPage(query);
  const owner = findOwner(db, query.scope.ownerId);
  if (owner === undefined) return builder.page();
  const { conditions, values } = toConditions(owner, query);
  const sql = `SELECT id, entities,
      (SELECT json_group_array(project) FROM memory_project WHERE memory_project.seq = memory.seq) AS projects
    FROM memory WHERE ${conditions} ORDER BY id DESC LIMIT ?`;
  for (const row of prepare(db, sql).iterate(...values, query.limit + 1)) {
    const { id, entities, projects } = row as unknown as FacetRow;
    if (!builder.add({ id, entities: toNames(entities), projects: toNames(projects) })) break;
  }
  return builder.page();
}

function toNames<Name>(json: string): Name[] {
  return json === '[]' ? [] : JSON.parse(json);
}
