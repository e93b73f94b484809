import type { ClaimOptions, IngestClaimOptions } from '../../ports/memory-store.ts';

/** A memory that may be claimed. */
export interface Due {
  characters: number;
  infer: boolean;
}

/**
 * Walks names in their order, beginning with the first after `start` and going on with those before it.
 * @param least sorts before every name
 * @param next finds the first name after one; null: there is none
 */
export function* ringAfter<Name extends string | number>(
  start: Name,
  least: Name,
  next: (after: Name) => Name | null,
): Generator<Name, void> {
  for (let name = next(start); name !== null; name = next(name)) yield name;
  if (start === least) return;
  for (let name = next(least); name !== null && name <= start; name = next(name)) yield name;
}

/** Names in their order, beginning with the first after `start`. */
export function rotate(names: readonly string[], start: string): string[] {
  return [...names.filter((name) => name > start), ...names.filter((name) => name <= start)];
}

/** The oldest memory of each account, then the next oldest of each, and so on, within the limits of a claim. */
export function takeByTurns<One extends Due>(
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

/** The first memories that hold as many characters; the one that exceeds them is still part of it. */
export function takeCharacters<One extends Pick<Due, 'characters'>>(due: readonly One[], characters: number): One[] {
  let left = characters;
  return due.filter((one) => {
    const fits = left > 0;
    left -= one.characters;
    return fits;
  });
}

/** What is left of the limits of a claim that has handed out some memories already. */
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

/** The largest number of memories of one account that facts are extracted from in one claim. */
export function maxExtractions({ extractions, limit }: Pick<IngestClaimOptions, 'extractions' | 'limit'>): number {
  return Math.min(extractions, limit);
}

/**
 * Remembers after which user of an account the next claim of memories to extract facts from begins, so that all users
 * get their turn.
 */
export function createUserTurns<Account>() {
  const lastUsers = new Map<Account, string>();
  return {
    /** Empty: begin with the first. */
    lastOf: (account: Account) => lastUsers.get(account) ?? '',
    /** @param users those who got their turn, in order; fewer than `max` when nobody was left */
    ended(account: Account, users: readonly string[], max: number): void {
      if (max === 0) return;
      const last = users.at(-1);
      if (users.length === max && last !== undefined) lastUsers.set(account, last);
      else lastUsers.delete(account);
    },
  };
}

export type UserTurns<Account> = ReturnType<typeof createUserTurns<Account>>;

export function isIngest(options: ClaimOptions): options is IngestClaimOptions {
  return options.purpose === 'ingest';
}
