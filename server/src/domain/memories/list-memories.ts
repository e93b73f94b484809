import { createHash } from 'node:crypto';
import type { Where } from '../../ports/conditions.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Filters } from '../text/memory-index.ts';
import { type Position, readCursor, writeCursor } from '../usage/page-cursor.ts';
import type { MemoryStore } from './memory-store.ts';
import { countWithin, lengthOf, waitForRoundIfLong } from './page-limits.ts';
import { type ListQuery, type ScopeInput, toScope } from './scope.ts';

export interface ListInput extends ScopeInput, Pick<ListQuery, 'status' | 'order' | 'direction' | 'limit'> {
  /** The length of texts after which the page ends, in UTF-16 units. @default that of the store */
  maxLength?: number;
  cursor?: string | undefined;
}

/** Lists memories. The cursor is the position of the last one, so that writes cause no gaps or repetitions. */
export async function listMemories(store: MemoryStore, input: ListInput) {
  const { accountId, limit, maxLength = Infinity, cursor, status, order = 'createdAt', direction = 'desc' } = input;
  const scope = toScope(input);
  // With other filters or another order, a cursor would skip memories without notice.
  const filters = JSON.stringify([scope, status, order, direction]);
  const tag = createHash('sha256').update(filters).digest('base64url').slice(0, 8);
  const after = cursor === undefined ? undefined : readPosition(cursor, tag);
  const page = await store.list({ scope, limit, status, order, direction, after });
  const lengths = page.memories.map(lengthOf);
  const memories = page.memories.slice(0, countWithin(maxLength, lengths));
  const more = page.more || memories.length < page.memories.length;
  const last = memories.at(-1);
  await waitForRoundIfLong(accountId, lengths);
  return { memories, nextCursor: more && last ? writeCursor(`${tag}${last[order]}.${last.id}`) : null };
}

function readPosition(cursor: string, tag: string): Position {
  const [ownTag, at, id = ''] = readCursor(cursor, /^(.{8})(-?\d{1,15})\.(mem_[0-9A-Z]{26})$/);
  if (ownTag !== tag) {
    const message = 'comes from a list with other filters or another order: send the original ones, or leave it out';
    throw invalidRequest({ path: '/cursor', message });
  }
  return { at: Number(at), id };
}

/** A possible mistake in a request that was served anyway. */
export interface Warning {
  code: 'unknown_user_id' | 'no_vector' | 'scope_in_filters' | 'path_in_filters' | 'operator_in_filters' | 'scope_null';
  message: string;
}

const unknownUser: Warning = {
  code: 'unknown_user_id',
  message: 'No memory that this API key can read has this user_id. Check that it matches the user_id of your writes.',
};

type Warned = Pick<ScopeInput, 'accountId' | 'userId' | 'restriction'> & {
  filters?: Filters | undefined;
  where?: Where | undefined;
  /** The names of scope fields that were null in the request. */
  nullNames?: readonly string[];
};

type WarningReads = Pick<MemoryStore, 'list' | 'hasMetadataKey'>;

/** Returns the warnings about a request. @param isEmpty whether no memory was found; otherwise its scope exists */
export async function findWarnings(
  store: WarningReads,
  { filters = {}, where = {}, nullNames = [], ...scope }: Warned,
  isEmpty: boolean,
): Promise<Warning[]> {
  const ofNulls = nullNames.map((name): Warning => {
    return {
      code: 'scope_null',
      message: `${name} is null, which is as good as absent: it does not narrow the scope.`,
    };
  });
  if (!isEmpty) return ofNulls;
  const ofFilters = Object.keys(filters).map((key) => findFilterWarning(store, scope.accountId, key));
  const keys = new Set([where.all, where.any, where.none].flat().flatMap((condition) => condition?.key ?? []));
  const ofWhere = [...keys].map((key) => findFilterWarning(store, scope.accountId, key, 'where'));
  return [ofNulls, ...(await Promise.all([findUserWarning(store, scope), ...ofFilters, ...ofWhere]))].flat();
}

const scopeNames = ['user_id', 'agent_id', 'run_id'];
/** The operators of other memory services. */
const operator = /^(?:and|or|not|\$\w{1,20})$/i;

/** A metadata key may have the name of a scope parameter or of an operator, unless no memory has it. */
async function findFilterWarning(
  store: WarningReads,
  accountId: string,
  key: string,
  location = 'filters',
): Promise<Warning[]> {
  const isScope = scopeNames.includes(key);
  const [, name] = /^metadata\.(.+)$/s.exec(key) ?? [];
  if ((!isScope && name === undefined && !operator.test(key)) || (await store.hasMetadataKey(accountId, key)))
    return [];
  const read = `${location}.${key} is read as a metadata key, which no memory has.`;
  if (isScope)
    return [{ code: 'scope_in_filters', message: `${read} Send ${key} beside query, and not in ${location}.` }];
  if (name !== undefined) return [{ code: 'path_in_filters', message: `${read} Send ${name} instead.` }];
  const example = '{"all": [{"key": "priority", "op": "gte", "value": 3}]}';
  return [{ code: 'operator_in_filters', message: `${read} Send conditions as where, such as ${example}.` }];
}

async function findUserWarning(store: WarningReads, { accountId, userId, restriction }: Warned): Promise<Warning[]> {
  if (userId === undefined) return [];
  const { agentId, project } = restriction ?? {};
  const scope = toScope({ accountId, userId, agentId: agentId ?? undefined, project: project ?? undefined });
  const { memories } = await store.list({ scope, limit: 1 });
  return memories.length > 0 ? [] : [unknownUser];
}
