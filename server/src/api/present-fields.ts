import { findOrAdd } from '../lib/find-or-add.ts';

let latest = { milliseconds: 0, text: new Date(0).toISOString() };

/** Renders a time. Most memories were written, updated and happened at the same time, so the last text is cached. */
export function toDateTime(milliseconds: number): string {
  if (latest.milliseconds !== milliseconds) latest = { milliseconds, text: new Date(milliseconds).toISOString() };
  return latest.text;
}

export function toOptionalDateTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toDateTime(milliseconds);
}

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

type Presented<Record, Name extends keyof Record & string> = {
  [Field in Name as Snake<Field>]: Field extends `${string}At`
    ? string | Extract<Record[Field], null>
    : Record[Field] extends readonly (infer Item)[]
      ? Item[]
      : Record[Field];
};

const wireNames = new Map<string, string>();

/** Returns a name in the snake case of the contract. */
export function toWireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** Renders the named fields in snake case, and times, whose names end with `At`, as text. Other fields stay inside. */
export function presentFields<Record extends object, Name extends keyof Record & string>(
  record: Record,
  ...names: Name[]
): Presented<Record, Name> {
  const presented: { [wireName: string]: unknown } = {};
  for (const name of names) {
    const value = name.endsWith('At') ? toOptionalDateTime(record[name] as number | null) : record[name];
    presented[findOrAdd(wireNames, name, () => toWireName(name))] = value;
  }
  return presented as Presented<Record, Name>;
}
