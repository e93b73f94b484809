import { type Committed, commitWrite, type Preparation } from '../domain/memories/commit-write.ts';
import type { MemoryStore, StoredResponse } from '../ports/memory-store.ts';

/** A response before it is sent. */
export interface Rendered<Body> {
  status: number;
  location: string | null;
  body: Body;
}

export type Written<Value, Body> =
  /** The result of a write. `json` is the body as it is stored for repetitions; undefined when it is not stored. */
  | { kind: 'written'; value: Value; response: Rendered<Body>; json: string | undefined }
  /** A repeated request, with the stored response of the first one, byte for byte. */
  | { kind: 'replayed'; response: StoredResponse };

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
    const committed: Committed = await commitWrite(
      store,
      write,
      json === undefined ? null : { status: response.status, location: response.location, body: json },
    );
    if (committed.kind === 'written') return { kind: 'written', value: write.value, response, json };
    if (committed.kind === 'replayed') return committed;
    write = await write.again();
  }
  return write;
}
