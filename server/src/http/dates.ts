import { invalidRequest } from '../domain-error.ts';

/**
 * RFC 3339 with a zone. The contract's `date-time` lets pass what no clock here can hold, leap seconds and odd years, and
 * days that no month has, which would quietly become another day.
 */
export function toMilliseconds(path: string, dateTime: string): number {
  const milliseconds = Date.parse(dateTime);
  const day = dateTime.slice(0, 'YYYY-MM-DD'.length);
  const sameDay = new Date(Date.parse(`${day}T00:00:00Z`));
  if (Number.isNaN(milliseconds) || Number.isNaN(sameDay.getTime()) || !sameDay.toISOString().startsWith(day)) {
    throw invalidRequest({ path, message: 'is not a date and time: send one like 2026-11-21T09:30:00Z' });
  }
  return milliseconds;
}
