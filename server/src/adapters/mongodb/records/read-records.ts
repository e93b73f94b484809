import type { ClientSession, Db, Document, Filter } from 'mongodb';
import type { AnyKind, DistinctPage, Only, Reader, Scan, Selection, Value } from '../../../ports/record-store.ts';
import { addTo, type Fields, indexOf, isRange, keyText, zeros } from '../../store-kit/record-order.ts';
import { numberOf } from './apply-writes.ts';
import { collectionOf, encode, ofCounter, type RecordDocument, toRecord } from './stored-documents.ts';

type Query = Filter<RecordDocument>;

/** Records with a larger sequence may be in open transactions of other processes until this age. */
const appearMs = 500;

export function createRecordReader(db: Db, now: () => number, session?: ClientSession): Reader {
  const options = session ? { session } : {};
  const find = (kind: AnyKind, query: Query, only?: readonly string[]) =>
    collectionOf(db, kind).find(query, {
      ...options,
      // The shares of a counter are read whole.
      projection: only && !kind.counter ? Object.fromEntries([...kind.key, ...only].map((field) => [field, 1])) : {},
    });

  async function getMany(kind: AnyKind, keys: readonly Fields[], only?: readonly string[]) {
    const names = keys.map((key) => keyText(kind, key));
    if (names.length === 0) return [];
    const ids = kind.counter ? { $or: names.map(ofCounter) } : { _id: { $in: names } };
    const found = await find(kind, { ...ids, ...live(kind, now()) } as Query, only).toArray();
    const records = toRecords(kind, found, only && [...only, ...kind.key]);
    const recordOf = new Map(records.map((record) => [keyText(kind, record), record]));
    return names.map((name) => recordOf.get(name));
  }

  const reader = {
    getMany,
    get: async (kind: AnyKind, key: Fields, only?: readonly string[]) => (await getMany(kind, [key], only))[0],

    async scan(kind: AnyKind, index: string, { only, ...scan }: Scan<Fields> & Only<string>) {
      const { of, descending, skip = 0, limit } = scan;
      const order = index === 'key' ? ['_id'] : indexOf(kind, index).on.slice(of.length);
      const sort = Object.fromEntries(order.map((field) => [field, descending ? -1 : 1] as const));
      const query = select(kind, index, scan, now());
      const sorted = () => find(kind, query, only).sort(sort);
      if (!kind.counter) return toRecords(kind, await sorted().skip(skip).limit(limit).toArray(), only);
      // Most counters have far fewer documents than the maximum.
      for (let max = 2 * (skip + limit); ; max *= 4) {
        const documents = await sorted().limit(max).toArray();
        const records = toRecords(kind, documents);
        const isComplete = documents.length < max || records.length > skip + limit;
        if (isComplete) return records.slice(skip, skip + limit);
      }
    },

    count: (kind: AnyKind, index: string, { max, ...selection }: Selection<Fields> & { max?: number }) =>
      collectionOf(db, kind).countDocuments(select(kind, index, selection, now()), {
        ...options,
        ...(max === undefined ? {} : { limit: max }),
      }),

    async distinct(kind: AnyKind, index: string, page: DistinctPage) {
      const stages = distinctStages(kind, index, page);
      const found = await collectionOf(db, kind).aggregate<{ _id: Value }>(stages, options).toArray();
      return found.map(({ _id }) => _id);
    },

    position: async () => numberOf(Date.now() - appearMs),
  };
  return reader as unknown as Reader;
}

function distinctStages(kind: AnyKind, index: string, { of, after, below, limit }: DistinctPage): Document[] {
  const { on, each } = indexOf(kind, index);
  const [field = each as string, next] = on.slice(of.length);
  const match = [
    ...of.map((value, at) => ({ [on[at] as string]: value })),
    ...inIndex(kind, index, of),
    { [field]: after === undefined ? isPresent(kind, field) : { $gt: after } },
    ...(below === undefined ? [] : [{ [next as string]: { $lt: below } }]),
  ];
  // The order of the index lets the server jump from one value to the next.
  const order = [...on.slice(0, of.length), field].map((one) => [one, 1]);
  return [
    { $match: { $and: match } },
    { $sort: Object.fromEntries(order) },
    ...(field === each ? [{ $unwind: `$${field}` }] : []),
    { $group: { _id: `$${field}` } },
    ...(after === undefined ? [] : [{ $match: { _id: { $gt: after } } }]),
    { $sort: { _id: 1 } },
    { $limit: limit },
  ];
}

/** Converts documents in their order. Those of one counter are added up. */
function toRecords(kind: AnyKind, documents: readonly RecordDocument[], only?: readonly string[]): Fields[] {
  if (!kind.counter) return documents.map((document) => toRecord(kind, document, only));
  const sums = new Map<string, Fields>();
  for (const { _id, ...share } of documents) {
    const name = _id.slice(0, _id.lastIndexOf('/'));
    const sum = sums.get(name);
    const counted = () => Object.fromEntries(Object.entries(share).filter(([field]) => !kind.key.includes(field)));
    sums.set(name, sum ? addTo(sum, counted()) : { ...zeros(kind, share), ...share });
  }
  return [...sums.values()];
}

function live({ expires }: AnyKind, now: number, expired?: 'only'): object {
  if (expires === undefined) return {};
  const hasExpired = { $lte: now };
  return { [expires as string]: expired ? hasExpired : { $not: hasExpired } };
}

/** Selects what an index contains. A second condition on the field of its own would cost the order of the index. */
function inIndex(kind: AnyKind, index: string, of: readonly Value[]): object[] {
  const { on, where } = indexOf(kind, index);
  return where === undefined || on.indexOf(where) in of ? [] : [{ [where]: isPresent(kind, where) }];
}

/** Selects present values. A range needs the index only; for `$exists`, the server reads the documents, too. */
function isPresent({ fields }: AnyKind, field: string): object {
  const type = fields[field];
  if (type === 'account' || type === 'text') return { $gte: '' };
  return type === 'integer' || type === 'real' ? { $gte: Number.NEGATIVE_INFINITY } : { $exists: true };
}

function select(
  kind: AnyKind,
  index: string,
  { of, where = {}, after, descending, expired }: Omit<Scan<Fields>, 'limit'>,
  now: number,
): Query {
  const { on, each } = indexOf(kind, index);
  const all: object[] =
    index === 'key' ? isOfKey(kind, of, where) : of.map((value, at) => ({ [(on[at] ?? each) as string]: value }));
  if (kind.expires !== undefined && expired !== 'also') all.push(live(kind, now, expired));
  all.push(...inIndex(kind, index, of));
  for (const [field, condition] of Object.entries(where)) {
    const isGiven = index !== 'key' && on.indexOf(field) in of && of[on.indexOf(field)] === condition;
    if (condition !== undefined && !isGiven) all.push(...conditionsOn(kind, field, condition));
  }
  if (after !== undefined) {
    const operator = descending ? '$lt' : '$gt';
    const rest = on.slice(of.length);
    all.push(...(index === 'key' ? [isAfterKey(kind, of, after, operator)] : isAfter(rest, after as Fields, operator)));
  }
  return (all.length > 0 ? { $and: all } : {}) as Query;
}

function conditionsOn(kind: AnyKind, field: string, condition: unknown): object[] {
  if (!isRange(condition)) return [{ [field]: encode(kind, field, condition) }];
  const { from, to, not, any, all = [] } = condition;
  const operators = Object.entries({ $gte: from, $lt: to, $ne: not, $in: any });
  return [
    ...operators.filter(([, value]) => value !== undefined).map(([name, value]) => ({ [field]: { [name]: value } })),
    ...all.map((elements) => ({ [field]: { $in: elements } })),
  ];
}

/** Selects by the first values of the key, with which the `_id` begins. `0` is the character after `/`. */
function isOfKey(kind: AnyKind, of: readonly Value[], where: Fields): object[] {
  const next = where[kind.key[of.length] as string];
  const starts = isRange(next) && next.any ? next.any.map((value) => [...of, value as Value]) : [of];
  const length = starts[0]?.length ?? 0;
  if (starts.length > 0 && length === 0) return [];
  const texts = starts.map((start) => keyText({ ...kind, key: kind.key.slice(0, length) }, valuesOf(kind, start)));
  if (length === kind.key.length && !kind.counter) return [{ _id: { $in: texts } }];
  const ranges = texts.map((text) => ({ _id: { $gte: `${text}/`, $lt: `${text}0` } }));
  return [ranges.length > 0 ? { $or: ranges } : { _id: { $in: [] } }];
}

/** Selects what follows a key, and all shares of a counter. */
function isAfterKey(kind: AnyKind, of: readonly Value[], after: Fields, operator: '$gt' | '$lt'): object {
  const text = keyText(kind, { ...valuesOf(kind, of), ...after });
  return { _id: { [operator]: kind.counter && operator === '$gt' ? `${text}0` : text } };
}

function valuesOf({ key }: AnyKind, of: readonly Value[]): Fields {
  return Object.fromEntries(of.map((value, at) => [key[at], value]));
}

/** Selects what follows a record in the order of the fields. The first condition limits the read of the index. */
function isAfter(fields: readonly string[], after: Fields, operator: '$gt' | '$lt'): object[] {
  const [first = '', ...others] = fields;
  if (others.length === 0) return [{ [first]: { [operator]: after[first] } }];
  const alternatives = fields.map((field, at) => ({
    ...Object.fromEntries(fields.slice(0, at).map((before) => [before, after[before]])),
    [field]: { [operator]: after[field] },
  }));
  return [{ [first]: { [`${operator}e`]: after[first] } }, { $or: alternatives }];
}
