import { invalidRequest } from '../domain-error.ts';

/** RFC 3339 with a zone; the contract's `date-time` lets leap seconds and odd years pass that no clock here can hold. */
export function toMilliseconds(path: string, dateTime: string): number {
  const milliseconds = Date.parse(dateTime);
  if (Number.isNaN(milliseconds)) {
    throw invalidRequest({ path, message: 'is not a date and time: send one like 2026-11-21T09:30:00Z' });
  }
  return milliseconds;
}
