/** What a connection broke by, such as ECONNREFUSED: it says what kind of error it is, and names no address. */
export function networkCode(error: unknown): string | undefined {
  return chain(error)
    .map((one) => (one as { code?: unknown }).code)
    .find((code) => typeof code === 'string');
}

/** What an error and those behind it say, for the log alone: they name addresses. */
export function networkDetail(error: unknown): string {
  const messages = chain(error).map((one) => (one instanceof Error ? one.message || one.name : String(one)));
  return [...new Set(messages)].join(': ');
}

/** An error and those behind it; of several attempts at once, all. */
function chain(error: unknown): unknown[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [error];
  const attempts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...attempts, error.cause].flatMap(chain)];
}
