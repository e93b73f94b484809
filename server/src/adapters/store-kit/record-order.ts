import type { AnyKind, Filter, Index, Range, Scan, Selection, Value } from '../../ports/record-store.ts';

export type Fields = Record<string, unknown>;

const integerDigits = 16;

/** Identifies a record among those of its kind. The texts have the order of the keys. */
export function keyText({ key, fields }: AnyKind, record: Fields): string {
  const texts = key.map((field: string) => {
    const text = String(record[field]);
    return fields[field] === 'integer' ? text.padStart(integerDigits, '0') : text;
  });
  return texts.join('/');
}

export function indexOf({ key, indexes }: AnyKind, name: string): Index<Fields> {
  return name === 'key' ? { on: key, unique: true } : (indexes[name] as Index<Fields>);
}

/** Whether reads find a record at a time. */
export function isLive({ expires }: AnyKind, record: Fields, now: number): boolean {
  const at = expires === undefined ? null : (record[expires as string] as number | null);
  return at === null || at > now;
}

export function matches(
  kind: AnyKind,
  index: string,
  { of, where = {}, after, descending, expired }: Omit<Scan<Fields>, 'limit'>,
  record: Fields,
  now: number,
): boolean {
  const { on, where: present, each } = indexOf(kind, index);
  if (isLive(kind, record, now) === (expired === true)) return false;
  if (present !== undefined && (record[present] ?? null) === null) return false;
  const isOf = of.every((value, at) => {
    const field = on[at];
    return field === undefined ? (record[each as string] as Value[]).includes(value) : record[field] === value;
  });
  if (!isOf || !passes(where, record)) return false;
  if (after === undefined) return true;
  const rest = on.slice(of.length);
  const order = compareBy(rest)(record, after as Fields);
  return descending ? order < 0 : order > 0;
}

function passes(where: Filter<Fields>, record: Fields): boolean {
  return Object.entries(where).every(([field, condition]) => {
    const value = record[field] ?? null;
    if (condition === undefined) return true;
    if (!isRange(condition)) return value === condition;
    const { from, to, not, any, all } = condition;
    if (from !== undefined && !((value as number) >= (from as number))) return false;
    if (to !== undefined && !((value as number) < (to as number))) return false;
    if (not !== undefined && value === not) return false;
    if (any && !any.includes(value)) return false;
    return all?.every((one) => one.some((element) => (value as unknown[]).includes(element))) ?? true;
  });
}

export type AnyRange = Range<unknown> & { all?: readonly (readonly unknown[])[] };

export function isRange(condition: unknown): condition is AnyRange {
  return typeof condition === 'object' && condition !== null && !(condition instanceof Uint8Array);
}

/** Compares records in the order of the index after the values of `of`. */
export function inOrder(kind: AnyKind, index: string, { of, descending }: Selection<Fields> & { descending?: true }) {
  const { on } = indexOf(kind, index);
  const compare = compareBy(on.slice(of.length));
  return (one: Fields, other: Fields) => (descending ? compare(other, one) : compare(one, other));
}

/** Texts are compared by their code points in UTF-8, as both databases do. */
function compareBy(fields: readonly string[]) {
  return (one: Fields, other: Fields): number => {
    for (const field of fields) {
      const [a, b] = [one[field], other[field]] as [string | number, string | number];
      if (a === b) continue;
      if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
      return a < b ? -1 : 1;
    }
    return 0;
  };
}

export function zeros(kind: AnyKind, key: Fields): Fields {
  const record: Fields = {};
  for (const [field, type] of Object.entries(kind.fields)) {
    record[field] = kind.key.includes(field as never) ? key[field] : type === 'counts' ? {} : 0;
  }
  return record;
}

export function addTo(record: Fields, by: Fields): Fields {
  const sum = { ...record };
  for (const [field, more] of Object.entries(by)) {
    sum[field] = typeof more === 'number' ? (record[field] as number) + more : addCounts(record[field], more);
  }
  return sum;
}

export function addCounts(counts: unknown, by: unknown): Fields {
  const sum: Record<string, number> = { ...(counts as Record<string, number>) };
  for (const [name, more] of Object.entries(by as Record<string, number>)) sum[name] = (sum[name] ?? 0) + more;
  return sum;
}
