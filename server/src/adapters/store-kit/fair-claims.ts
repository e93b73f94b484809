import type { ClaimOptions, IngestClaimOptions } from '../../ports/memory-store.ts';

/** A memory that may be claimed. */
export interface Due {
  characters: number;
  infer: boolean;
}

/**
 * Yields names in their order, beginning with the first after `start` and ending with `start` or the last before it.
 * @param min sorts before every name
 * @param next finds the first name after one; null after the last name
 */
export function* ringAfter<Name extends string | number>(
  start: Name,
  min: Name,
  next: (after: Name) => Name | null,
): Generator<Name, void> {
  for (let name = next(start); name !== null; name = next(name)) yield name;
  if (start === min) return;
  for (let name = next(min); name !== null && name <= start; name = next(name)) yield name;
}

/** Returns names in their order, beginning with the first after `start`. */
export function rotate(names: readonly string[], start: string): string[] {
  return [...names.filter((name) => name > start), ...names.filter((name) => name <= start)];
}

/** Takes the oldest memory of each account, then the next oldest of each, and so on, within the limits of a claim. */
export function takeRoundRobin<One extends Due>(
  accounts: readonly (readonly One[])[],
  { limit, characters, extractions }: Pick<IngestClaimOptions, 'limit' | 'characters' | 'extractions'>,
): One[] {
  const taken: One[] = [];
  let charactersLeft = characters;
  let extractionsLeft = extractions;
  for (let round = 0; accounts.some((due) => round < due.length); round++) {
    for (const due of accounts) {
      const next = due[round];
      if (!next) continue;
      if (taken.length >= limit || charactersLeft <= 0) return taken;
      if (next.infer && extractionsLeft === 0) continue;
      if (next.infer) extractionsLeft--;
      taken.push(next);
      charactersLeft -= next.characters;
    }
  }
  return taken;
}

/** Takes the first memories until their characters reach the limit. The memory that exceeds it is the last one. */
export function takeCharacters<One extends Pick<Due, 'characters'>>(due: readonly One[], characters: number): One[] {
  let left = characters;
  return due.filter((one) => {
    const fits = left > 0;
    left -= one.characters;
    return fits;
  });
}

/** Returns the remaining limits of a claim that has already taken some memories. */
export function limitsLeft(
  options: IngestClaimOptions,
  taken: readonly { text: string; infer: boolean }[],
): IngestClaimOptions {
  return {
    ...options,
    limit: options.limit - taken.length,
    characters: options.characters - taken.reduce((sum, { text }) => sum + text.length, 0),
    extractions: options.extractions - taken.filter(({ infer }) => infer).length,
  };
}

/** Returns the maximum of memories of one account that a claim for extraction takes. */
export function maxExtractions({ extractions, limit }: Pick<IngestClaimOptions, 'extractions' | 'limit'>): number {
  return Math.min(extractions, limit);
}

/** Stores the user of each account after which the next claim for extraction begins, so that all users are served. */
export function createUserRotation<Account>() {
  const lastUsers = new Map<Account, string>();
  return {
    /** Returns the last user that was served, and '' if the next claim begins with the first one. */
    lastOf: (account: Account) => lastUsers.get(account) ?? '',
    /** @param users the users that were served, in order; fewer than `max` when no other user was left */
    ended(account: Account, users: readonly string[], max: number): void {
      if (max === 0) return;
      const last = users.at(-1);
      if (users.length === max && last !== undefined) lastUsers.set(account, last);
      else lastUsers.delete(account);
    },
  };
}

export type UserRotation<Account> = ReturnType<typeof createUserRotation<Account>>;

export function isIngest(options: ClaimOptions): options is IngestClaimOptions {
  return options.purpose === 'ingest';
}
