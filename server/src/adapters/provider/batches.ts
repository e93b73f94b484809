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
  textsMost,
  charactersMost,
  parallel,
  send,
  isTextsFault,
}: {
  textsMost: number;
  /** In UTF-16 units; a text longer than this goes alone. */
  charactersMost: number;
  /** Requests under way at once. */
  parallel: number;
  send: (texts: string[]) => Promise<Float32Array[]>;
  /** Whether an error may be the fault of one text among several. */
  isTextsFault: (error: unknown) => boolean;
}): Batches {
  const waiting: Waiting[] = [];
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

  function next(): Waiting[] {
    let characters = 0;
    let count = 0;
    for (const { text } of waiting.slice(0, textsMost)) {
      characters += text.length;
      if (count > 0 && characters > charactersMost) break;
      count++;
    }
    return waiting.splice(0, count);
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
    embed: (texts) =>
      Promise.all(
        texts.map(
          (text) =>
            new Promise<Float32Array>((resolve, reject) => {
              waiting.push({ text, resolve, reject });
              schedule();
            }),
        ),
      ),
  };
}
