import { canonicalJson } from '../domain/usage/idempotency.ts';
import { type DomainError, invalidRequest } from '../ports/errors.ts';
import { type ContractDocument, inlined } from './contract.ts';
import { toMilliseconds } from './dates.ts';
import type { Schema } from './schema-lookup.ts';

export type Line = Record<string, unknown>;

/** The fields of imported lines that the contract names. */
export interface ImportedFields {
  /** The field of each name, which has several in other services. */
  byName: ReadonlyMap<string, string>;
  /** The fields of lines of an export. */
  exported: ReadonlySet<string>;
}

export function readImportedFields(contract: ContractDocument): ImportedFields {
  const propertiesOf = (name: string) =>
    Object.entries(inlined<Schema>(contract, { $ref: `#/components/schemas/${name}` }).properties ?? {});
  const names = propertiesOf('ImportLine').flatMap(([field, { 'x-aliases': aliases = [] }]) =>
    [field, ...aliases].map((name) => [name, field] as const),
  );
  return { byName: new Map(names), exported: new Set(propertiesOf('ExportedMemory').map(([name]) => name)) };
}

/** Takes the fields of a line under each of their names. @throws {DomainError} for two names with different values */
export function takeFields(line: Line, { byName }: ImportedFields): { fields: Line; ignored: string[] } {
  const taken = new Map<string, { name: string; value: unknown }>();
  const ignored: string[] = [];
  for (const [name, given] of Object.entries(line)) {
    const field = byName.get(name);
    if (given === null) continue;
    if (field === undefined) ignored.push(name);
    else {
      const value = field.endsWith('_at') ? statedTime(given, `/${name}`) : given;
      const other = taken.get(field);
      if (other) requireSame(`/${name}`, value, other.name, other.value);
      else taken.set(field, { name, value });
    }
  }
  return { fields: Object.fromEntries([...taken].map(([field, { value }]) => [field, value])), ignored };
}

export function requireSame(path: string, value: unknown, otherName: string, other: unknown): void {
  if (canonicalJson(value) === canonicalJson(other)) return;
  throw fault(path, `is the same field as ${otherName} with another value: send one of them`);
}

const timeForm = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:?\d\d)?)?$/;

/** Returns a time in the form of the contract. A time without a zone is in UTC, and a date is its first moment. */
function statedTime(value: unknown, path: string): string {
  const [, day, time, zone] = (typeof value === 'string' && timeForm.exec(value)) || [];
  if (day === undefined) throw fault(path, 'is not a date and time: send one like 2026-11-21T09:30:00Z');
  const seconds = time?.length === 'HH:MM'.length ? `${time}:00` : (time ?? '00:00:00');
  const withColon = zone?.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2').toUpperCase() ?? 'Z';
  return new Date(toMilliseconds(path, `${day}T${seconds}${withColon}`)).toISOString();
}

/** The clocks of two servers may differ by this much. */
const toleranceMs = 24 * 60 * 60 * 1_000;

/** Returns a time that may not be in the future, in milliseconds; null when there is none. */
export function pastTime(value: unknown, path: string, now: number): number | null {
  if ((value ?? null) === null) return null;
  const at = toMilliseconds(path, statedTime(value, path));
  if (at > now + toleranceMs) throw fault(path, 'is in the future: send the time when it happened');
  return at;
}

export function fault(path: string, message: string): DomainError {
  return invalidRequest({ path, message });
}
