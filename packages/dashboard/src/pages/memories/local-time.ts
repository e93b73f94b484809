const minuteMs = 60_000;

/** Writes a time as a field for local times has it: "2026-11-20T17:00". */
export function toLocalTime(time: string | null): string {
  if (time === null) return '';
  const at = Date.parse(time);
  return new Date(at - new Date(at).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** Reads a field for local times; an empty one is null. */
export const fromLocalTime = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());
