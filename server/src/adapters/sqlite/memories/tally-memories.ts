import type { DatabaseSync } from 'node:sqlite';
import type { Entity, Tallied, TallyPage, TallyQuery } from '../../../ports/memory-store.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { toConditions } from './list-memories.ts';

/** A page of memories that name a great many things ends here: the thread that asked has to take it in one go. */
const mentionsMost = 5_000;

interface TallyRow {
  id: string;
  entities: string;
  projects: string;
}

export function tallyMemories(db: DatabaseSync, query: TallyQuery): TallyPage {
  const owner = findOwner(db, query.scope.ownerId);
  if (owner === undefined) return { memories: 0, projects: [], entities: [], nextBeforeId: null };
  const { conditions, values } = toConditions(owner, query);
  const sql = `SELECT id, entities,
      (SELECT json_group_array(project) FROM memory_project WHERE memory_project.seq = memory.seq) AS projects
    FROM memory WHERE ${conditions} ORDER BY id DESC LIMIT ?`;
  const projects = new Map<string, Tallied>();
  const entities = new Map<string, Tallied & { kind: string }>();
  const add = <Kept extends Tallied>(to: Map<string, Kept>, key: string, id: string, create: () => Kept) => {
    const kept = to.get(key) ?? create();
    to.set(key, kept);
    kept.count++;
    if (kept.memoryIds.length < query.idsMost) kept.memoryIds.push(id);
  };
  let memories = 0;
  let mentions = 0;
  let lastId: string | null = null;
  let more = false;
  for (const row of prepare(db, sql).iterate(...values, query.limit + 1)) {
    more = memories === query.limit || mentions >= mentionsMost;
    if (more) break;
    const { id, ...given } = row as unknown as TallyRow;
    const entitiesOf: Entity[] = given.entities === '[]' ? [] : JSON.parse(given.entities);
    const projectsOf: string[] = given.projects === '[]' ? [] : JSON.parse(given.projects);
    const keys = new Set<string>();
    for (const { name, kind } of entitiesOf) {
      const key = `${kind} ${name}`;
      if (keys.has(key)) continue;
      keys.add(key);
      add(entities, key, id, () => ({ name, kind, count: 0, memoryIds: [] }));
    }
    for (const name of projectsOf) add(projects, name, id, () => ({ name, count: 0, memoryIds: [] }));
    memories++;
    mentions += entitiesOf.length + projectsOf.length;
    lastId = id;
  }
  return {
    memories,
    projects: [...projects.values()],
    entities: [...entities.values()],
    nextBeforeId: more ? lastId : null,
  };
}
