import type { AnyKind, Index, Range } from '../../ports/record-store.ts';

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

export type AnyRange = Range<unknown> & { all?: readonly (readonly unknown[])[] };

export function isRange(condition: unknown): condition is AnyRange {
  return typeof condition === 'object' && condition !== null && !(condition instanceof Uint8Array);
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
