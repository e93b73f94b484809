import type { Kind } from '../../src/ports/record-store.ts';

/** Infers the names of keys, indexes and the sequence from the description of a kind, whose record has a type of its own. */
export const kind =
  <R extends object>() =>
  <const K extends keyof R & string, const I extends string = never, const S extends keyof R & string = never>(
    description: Kind<R, K, I, S>,
  ): Kind<R, K, I, S> =>
    description;
