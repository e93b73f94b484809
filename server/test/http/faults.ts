import { dimensions, embedderId } from '@mnema/model-bge-small-en';
import { type Embedder, EmbedderError } from '../../src/ports/embedder.ts';
import { StoreUnavailableError } from '../../src/ports/store-error.ts';

/** How a dependency misbehaves: not at all, as an unavailable store, or by an unforeseen error. */
export type Fault = 'none' | 'unavailable' | 'bug';

/** The message of an unforeseen error; no response may ever show it. */
export const secretOfTheBug = 'column password_hash of 10.0.0.7';

/** Wraps `target`, whose calls reject while `faultOf` returns a fault. */
export function breakable<Target extends object>(target: Target, faultOf: (method: string) => Fault): Target {
  return new Proxy(target, {
    get(real, name) {
      const member: unknown = Reflect.get(real, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const fault = faultOf(String(name));
        if (fault === 'unavailable') return Promise.reject(new StoreUnavailableError('the disk is full'));
        if (fault === 'bug') return Promise.reject(new Error(secretOfTheBug));
        return member.apply(real, given);
      };
    },
  });
}

/** An embedder that tests can stop and break. Loads the real one when it is first needed. */
export function createTestEmbedder(load: () => Embedder) {
  let loaded: Embedder | undefined;
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const real = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    /** While one of these is true, queries or documents fail as in an outage. */
    ...{ queriesFail: false, documentsFail: false },
    // The facts of the vendored model, so that asking for them loads nothing.
    id: embedderId,
    dimensions,
    cosineBand: { low: 0.36, high: 0.8 },
    textsPerCall: 16,
    maxQueryCharacters: 3_000,
    /** Documents wait, so that memories stay pending, until `release`. */
    hold(): void {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    async embedDocuments(texts) {
      await gate.promise;
      if (this.documentsFail) throw new EmbedderError('the encoder is away', { retryable: true });
      return real().embedDocuments(texts);
    },
    async embedQuery(accountId, text) {
      if (this.queriesFail) throw new EmbedderError('the encoder is away', { retryable: true });
      return real().embedQuery(accountId, text);
    },
    async close() {
      gate.reject(new EmbedderError('closed', { retryable: true }));
      await gate.promise.catch(() => {});
      await loaded?.close();
    },
  } satisfies Embedder & Record<string, unknown>;
}
