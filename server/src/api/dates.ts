import { invalidRequest } from '../ports/errors.ts';

/** RFC 3339 has only the years 0000 to 9999, and a zone can move a time beyond them. */
const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** Rejects days that do not exist, which the contract's `date-time` admits. @throws {DomainError} `invalid_request` */
export function toMilliseconds(path: string, dateTime: string): number {
  const milliseconds = Date.parse(dateTime);
  const day = dateTime.slice(0, 'YYYY-MM-DD'.length);
  const sameDay = new Date(Date.parse(`${day}T00:00:00Z`));
  if (Number.isNaN(milliseconds) || Number.isNaN(sameDay.getTime()) || !sameDay.toISOString().startsWith(day)) {
    throw invalidRequest({ path, message: 'is not a date and time: send one like 2026-11-21T09:30:00Z' });
  }
  if (milliseconds < first || milliseconds > last) {
    throw invalidRequest({ path, message: 'must be within the years 0000 to 9999 in UTC' });
  }
  return milliseconds;
}

/** @throws {DomainError} `invalid_request` for an invalid time, and for a range that ends before it begins */
export function toTimeRange<Name extends string>(
  parameters: { [Key in Name]?: string | undefined },
  fromName: Name,
  toName: Name,
): { from: number | undefined; to: number | undefined } {
  const [from, to] = [fromName, toName].map((name) => {
    const given = parameters[name];
    return given === undefined ? undefined : toMilliseconds(`/${name}`, given);
  });
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalidRequest({ path: `/${toName}`, message: `must be later than ${fromName}` });
  }
  return { from, to };
}
