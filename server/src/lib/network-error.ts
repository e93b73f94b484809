/** Returns the code of a broken connection, such as ECONNREFUSED. It contains no address. */
export function networkCode(error: unknown): string | undefined {
  return chain(error)
    .map((one) => (one as { code?: unknown }).code)
    .find((code) => typeof code === 'string');
}

/** Joins the messages of an error and its causes. They contain addresses, so they are only for the log. */
export function networkDetail(error: unknown): string {
  const messages = chain(error).map((one) => (one instanceof Error ? one.message || one.name : String(one)));
  return [...new Set(messages)].join(': ');
}

function chain(error: unknown): unknown[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [error];
  const attempts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...attempts, error.cause].flatMap(chain)];
}
