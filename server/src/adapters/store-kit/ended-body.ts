/** Returns the body of an accepted write whose memory was deleted: ids, status and time stay, what was written goes. */
export function endedBody(body: string): string {
  const fields = Object.entries(JSON.parse(body) as object).map(([name, value]) => [name, emptied(value)]);
  return JSON.stringify(Object.fromEntries(fields));
}

/** Empties metadata, and lists of what was redacted: their paths have keys of metadata. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}
