/** Collects the texts of calls made at the same time into few requests. */
export interface Batches {
  /** In the order given. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

interface Waiting {
  text: string;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

export function createBatches({
  maxTexts,
  maxCharacters,
  parallel,
  send,
  isTextsFault,
}: {
  maxTexts: number;
  /** In UTF-16 units; a text longer than this goes alone. */
  maxCharacters: number;
  /** Requests under way at once. */
  parallel: number;
  send: (texts: string[]) => Promise<Float32Array[]>;
  /** Whether an error may be the fault of one text among several. */
  isTextsFault: (error: unknown) => boolean;
}): Batches {
  /** By call; none is empty. */
  const waiting: Waiting[][] = [];
  let running = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || running >= parallel || waiting.length === 0) return;
    scheduled = true;
    // What other calls of this turn of the event loop bring comes along.
    setImmediate(() => {
      scheduled = false;
      while (running < parallel && waiting.length > 0) void run(next());
    });
  }

  /** One text of each call in turn, so that a call of few texts does not wait for all of one with many. */
  function next(): Waiting[] {
    const batch: Waiting[] = [];
    let characters = 0;
    while (batch.length < maxTexts) {
      const [call] = waiting;
      const [one] = call ?? [];
      if (!call || !one) break;
      characters += one.text.length;
      if (batch.length > 0 && characters > maxCharacters) break;
      batch.push(one);
      waiting.shift();
      call.shift();
      if (call.length > 0) waiting.push(call);
    }
    return batch;
  }

  async function run(batch: Waiting[]): Promise<void> {
    running++;
    try {
      await settle(batch);
    } finally {
      running--;
      schedule();
    }
  }

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const vectors = await send(batch.map(({ text }) => text));
      for (const [index, { resolve }] of batch.entries()) resolve(vectors[index] as Float32Array);
    } catch (error) {
      if (batch.length === 1 || !isTextsFault(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One text that is not taken must not cost the others: halves find it in few requests.
      const middle = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, middle));
      await settle(batch.slice(middle));
    }
  }

  return {
    async embed(texts) {
      const call = texts.map((text): Waiting & { vector: Promise<Float32Array> } => {
        const { promise: vector, resolve, reject } = Promise.withResolvers<Float32Array>();
        return { text, resolve, reject, vector };
      });
      const vectors = Promise.all(call.map(({ vector }) => vector));
      if (call.length > 0) waiting.push(call);
      schedule();
      return vectors;
    },
  };
}
