import { type Committed, commitWrite, type Preparation } from '../domain/memories/commit-write.ts';
import type { Replay } from '../domain/usage/idempotency.ts';
import type { MemoryStore } from '../ports/memory-store.ts';

/** A response before it is sent. */
export interface Rendered<Body> {
  status: number;
  location: string | null;
  etag: string | null;
  body: Body;
  /** The memory whose content the body shows, if any. */
  subjectId: string | null;
}

export type Written<Value, Body> =
  /**
   * The result of a write. `json` is the body in the form in which it is stored for retries; undefined if it is not
   * stored.
   */
  | { kind: 'written'; value: Value; response: Rendered<Body>; json: string | undefined }
  /** A retry, with the stored response of the first request, byte for byte. */
  | Replay;

/** Renders the response of a write and commits both. This is repeated while other writes interfere. */
export async function commitRendered<Value, Body>(
  store: MemoryStore,
  prepared: Preparation<Value>,
  render: (value: Value) => Rendered<Body>,
): Promise<Written<Value, Body>> {
  let write = prepared;
  while (write.kind === 'prepared') {
    const response = render(write.value);
    const json = write.idempotency && JSON.stringify(response.body);
    const stored = json === undefined ? null : { ...response, body: json };
    const committed: Committed<Value> = await commitWrite(store, write, stored);
    if (committed.kind === 'written') return { kind: 'written', value: write.value, response, json };
    if (committed.kind === 'replayed') return committed;
    write = await committed.prepare();
  }
  return write;
}
