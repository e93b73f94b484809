import type { DatabaseSync } from 'node:sqlite';
import type { FacetPage, FacetQuery } from '../../../ports/memory-store.ts';
import { buildFacetPage } from '../../store-kit/facet-page.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { toConditions } from './list-memories.ts';

interface FacetRow {
  id: string;
  entities: string;
  projects: string;
}

export function countFacets(db: DatabaseSync, query: FacetQuery): FacetPage {
  const builder = buildFacetPage(query);
  const accountNumber = findAccountNumber(db, query.scope.accountId);
  if (accountNumber === undefined) return builder.page();
  const { conditions, values } = toConditions(accountNumber, query);
  const sql = `SELECT id, entities,
      (SELECT json_group_array(project) FROM memory_project WHERE memory_project.seq = memory.seq) AS projects
    FROM memory WHERE ${conditions} ORDER BY id DESC LIMIT ?`;
  for (const { id, entities, projects } of prepare<FacetRow>(db, sql).iterate(...values, query.limit + 1)) {
    if (!builder.add({ id, entities: toNames(entities), projects: toNames(projects) })) break;
  }
  return builder.page();
}

function toNames<Name>(json: string): Name[] {
  return json === '[]' ? [] : JSON.parse(json);
}
