import type { Document } from 'mongodb';
import { toShortKey } from '../../../lib/to-short-key.ts';
import { maxValues, type ValueCount, type ValueCounts } from '../../../ports/candidate-index.ts';
import { valueAt } from '../../../ports/conditions.ts';
import type { Scope } from '../../../ports/memory.ts';
import { addStrings, topValues } from '../../store-kit/top-values.ts';
import { liveIn, type SearchReads } from './search-documents.ts';

const names = { project: 'projects', source: 'sources', memory_type: 'memoryTypes', tags: 'tags' } as const;
type Key = keyof typeof names;
const keys = Object.keys(names) as Key[];
/** Matches the filter keys of their strings, such as `["project","apollo"]`. Filter keys of long strings are hashes. */
const shortKeys = /^\["(?:project|source|memory_type|tags)","/;
const longKeys = /^sha256:/;

/** Counts in the fields of scopes. Only memories with long values need a read of their metadata. */
export async function countValues(reads: SearchReads, scope: Scope): Promise<ValueCounts> {
  const inScope = liveIn(scope, reads.now);
  const [ids, values] = await Promise.all([countIds(reads, inScope), countMetadataValues(reads, inScope)]);
  return { ...ids, ...values };
}

type Counted = Record<'users' | 'agents' | 'runs', ValueCount[]> & { total: { total: number }[] };

async function countIds({ collections, session }: SearchReads, inScope: Document) {
  const topOf = (field: 'userId' | 'agentId' | 'runId'): Document[] => [
    { $match: { [field]: { $ne: null } } },
    { $group: { _id: `$${field}`, count: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
    { $limit: maxValues },
    { $project: { _id: 0, value: '$_id', count: 1 } },
  ];
  const lists = { users: topOf('userId'), agents: topOf('agentId'), runs: topOf('runId') };
  const stages = [
    { $match: inScope },
    { $project: { _id: 0, userId: 1, agentId: 1, runId: 1 } },
    { $facet: { ...lists, total: [{ $count: 'total' }] } },
  ];
  const [counted] = await collections.memories.aggregate<Counted>(stages, { session }).toArray();
  const { users = [], agents = [], runs = [], total = [] } = counted ?? {};
  return { users, agents, runs, total: total[0]?.total ?? 0 };
}

async function countMetadataValues(
  { collections: { memories }, session }: SearchReads,
  inScope: Document,
): Promise<Pick<ValueCounts, (typeof names)[Key]>> {
  const counts = { projects: new Map(), sources: new Map(), memoryTypes: new Map(), tags: new Map() };
  const stages = [
    { $match: inScope },
    { $project: { filterKeys: 1 } },
    { $unwind: '$filterKeys' },
    { $match: { filterKeys: shortKeys } },
    { $group: { _id: '$filterKeys', count: { $sum: 1 } } },
  ];
  const groups = memories.aggregate<{ _id: string; count: number }>(stages, { session });
  for await (const { _id, count } of groups) {
    const [key, value] = JSON.parse(_id) as [Key, string];
    addStrings(counts[names[key]], value, count);
  }
  const holdsLong = { $and: [inScope, { filterKeys: longKeys }] };
  const long = memories.find(holdsLong, { session }).project<{ metadata: string }>({ metadata: 1 });
  for await (const { metadata } of long) {
    const values = JSON.parse(metadata);
    for (const key of keys) {
      const isLong = (value: unknown) => longKeys.test(toShortKey(JSON.stringify([key, value])));
      const strings = [valueAt(values, key)].flat().filter((value) => typeof value === 'string' && isLong(value));
      addStrings(counts[names[key]], strings, 1);
    }
  }
  return Object.fromEntries(Object.entries(counts).map(([name, values]) => [name, topValues(values)])) as never;
}
