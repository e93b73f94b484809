import type { DatabaseSync } from 'node:sqlite';
import type { FacetPage, FacetQuery } from '../../../ports/memory-store.ts';
import { buildFacetPage } from '../../store-kit/facet-page.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import type { ReadAt } from './expiry.ts';
import { toListConditions } from './scope-conditions.ts';

interface FacetRow {
  id: string;
  createdAt: number;
  entities: string;
  projects: string;
}

export function countFacets(db: DatabaseSync, query: FacetQuery & ReadAt): FacetPage {
  const builder = buildFacetPage(query);
  const accountNumber = findAccountNumber(db, query.scope.accountId);
  if (accountNumber === undefined) return builder.page();
  const { conditions, values } = toListConditions(accountNumber, query);
  const sql = `SELECT id, created_at AS createdAt, entities,
      (SELECT json_group_array(project) FROM memory_project WHERE memory_project.seq = memory.seq) AS projects
    FROM memory WHERE ${conditions} ORDER BY created_at DESC, id DESC LIMIT ?`;
  for (const { entities, projects, ...row } of prepare<FacetRow>(db, sql).iterate(...values, query.limit + 1)) {
    if (!builder.add({ ...row, entities: toNames(entities), projects: toNames(projects) })) break;
  }
  return builder.page();
}

function toNames<Name>(json: string): Name[] {
  return json === '[]' ? [] : JSON.parse(json);
}
