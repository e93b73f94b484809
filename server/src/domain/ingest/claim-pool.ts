import type { Claim, IngestClaimOptions } from '../memories/claim.ts';
import { chunkLength } from './to-vectors.ts';

/** So many calls of the embedder are in progress, so that the next ones are ready while some wait. */
const callsUnderWay = 4;
/** The maximum of text in progress, unless full calls need more. A new write waits for at most this much. */
const charactersUnderWay = 128_000;
/** A language model takes seconds, and must not delay memories that do not need it. */
const maxExtractions = 16;
/** A memory that was in progress during this many crashes is quarantined: it is processed alone. */
export const quarantineAfter = 3;

export type Capacity = Pick<IngestClaimOptions, 'limit' | 'characters' | 'extractions' | 'quarantined'>;

export function createClaimPool(textsPerCall: number, stopped: AbortSignal) {
  const maxItems = callsUnderWay * textsPerCall;
  const maxCharacters = Math.max(charactersUnderWay, maxItems * chunkLength);
  const underWay = new Map<string, Claim>();
  let freed: PromiseWithResolvers<void> | undefined;
  stopped.addEventListener('abort', () => freed?.resolve(), { once: true });

  function capacityFor(minItems: number): Capacity | undefined {
    const claims = [...underWay.values()];
    if (claims.some(isQuarantined)) return undefined;
    // A language model may not respond for minutes, so extractions take no capacity from embedding.
    const embedding = claims.filter(({ infer }) => !infer);
    const items = maxItems - embedding.length;
    const characters = maxCharacters - charactersOf(embedding);
    if (items < minItems || characters < (minItems === 1 ? 1 : minItems * chunkLength)) return undefined;
    return {
      limit: items - (items % minItems),
      characters,
      extractions: maxExtractions - (claims.length - embedding.length),
      quarantined: claims.length === 0,
    };
  }

  return {
    claims: () => [...underWay.values()],
    /** Returns false if the claim is already in progress: its lease ended, and its memory was claimed again. */
    add(claim: Claim): boolean {
      if (underWay.has(keyOf(claim))) return false;
      underWay.set(keyOf(claim), claim);
      return true;
    },
    remove(claim: Claim): void {
      underWay.delete(keyOf(claim));
      freed?.resolve();
    },
    /** Resolves once `minItems` memories of one chunk fit, or to undefined when the process stops before. */
    async awaitCapacity(minItems: number): Promise<Capacity | undefined> {
      while (!stopped.aborted) {
        const capacity = capacityFor(minItems);
        if (capacity) return capacity;
        freed = Promise.withResolvers();
        await freed.promise;
      }
      return undefined;
    },
  };
}

/** Whether a limit cut off a claim, so that more memories may be due. */
export function isPartial(claims: readonly Claim[], { limit, characters }: Capacity): boolean {
  return claims.length >= limit || charactersOf(claims) >= characters || claims.some(isQuarantined);
}

export function keyOf({ id, revision }: Claim): string {
  return `${id} ${revision}`;
}

function isQuarantined({ crashCount }: Claim): boolean {
  return crashCount >= quarantineAfter;
}

function charactersOf(claims: readonly Claim[]): number {
  return claims.reduce((characters, { text }) => characters + text.length, 0);
}
