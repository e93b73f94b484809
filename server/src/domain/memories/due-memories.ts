import type { Transaction } from '../../ports/record-store.ts';
import { scanPages } from '../../ports/scan-pages.ts';
import type { IngestClaimOptions } from './claim.ts';
import { memories, type StoredMemory } from './kinds.ts';

/** Where the next claim begins, so that all accounts and users are served in turn. */
export interface Rotation {
  /** The account after which the next claim for ingest without extraction begins; '' for the first one. */
  ingest: string;
  extraction: string;
  /** The same for re-embedding. */
  reembed: string;
  /** The user after which the next claim for extraction of an account begins. Absent accounts begin with the first. */
  users: Readonly<Record<string, string>>;
}

export const firstRotation: Rotation = { ingest: '', extraction: '', reembed: '', users: {} };

/** The fields of a memory that claims and their leases need. */
export const leaseFields = [
  ...(['id', 'accountId', 'seq', 'revision', 'status', 'text', 'messages', 'userId', 'infer', 'createdAt'] as const),
  ...(['attempts', 'rejections', 'crashCount', 'nextAttemptAt', 'pendingSince', 'traceParent', 'leasedBy'] as const),
  ...(['reembedAt', 'reembedAttempts', 'outcome'] as const),
] as const;

export type LeasedMemory = Pick<StoredMemory, (typeof leaseFields)[number]>;

export interface ClaimContext {
  tx: Transaction;
  options: IngestClaimOptions;
  /** Workers that may have crashed. Their memories become due when the crash has been counted. */
  silent: readonly string[];
  extracting: Map<string, ReadonlyMap<string, LeasedMemory>>;
}

/** The maximum of accounts in a claim. The next claim begins with the others. */
const maxAccounts = 16;
/** The maximum of users of an account with a lease for extraction, which is far more than workers claim. */
const maxBusy = 10_000;
const maxUsersAtOnce = 100;

/** Lists accounts with a due memory, beginning with the first after `start`. */
async function dueAccounts(
  { tx, options: { now, limit: wanted } }: ClaimContext,
  index: 'due' | 'extractionTime',
  start: string,
): Promise<string[]> {
  const page = { of: [], below: now + 1, limit: Math.min(wanted, maxAccounts) };
  const found = await tx.distinct(memories, index, { ...page, after: start });
  if (start !== '' && found.length < page.limit) found.push(...(await tx.distinct(memories, index, page)));
  return [...new Set(found as string[])].slice(0, page.limit);
}

/** Selects the accounts of a claim, from those with memories to ingest and those with memories to extract from. */
export async function selectAccounts(context: ClaimContext, { ingest, extraction }: Rotation) {
  const { limit, extractions } = context.options;
  const ingesting = await dueAccounts(context, 'due', ingest);
  const extracting = extractions > 0 ? await dueAccounts(context, 'extractionTime', extraction) : [];
  const alternating = Array.from({ length: maxAccounts }, (_, at) => [ingesting[at], extracting[at]]).flat();
  const known = alternating.filter((account) => account !== undefined);
  const selected = [...new Set(known)].slice(0, Math.min(limit, maxAccounts));
  const lastOf = (list: readonly string[]) => list.findLast((account) => selected.includes(account));
  const accounts = selected.map((accountId) => {
    return { accountId, ingests: ingesting.includes(accountId), extracts: extracting.includes(accountId) };
  });
  return { accounts, last: { ingest: lastOf(ingesting) ?? ingest, extraction: lastOf(extracting) ?? extraction } };
}

type SelectedAccount = Awaited<ReturnType<typeof selectAccounts>>['accounts'][number];

export function isSilent(silent: readonly string[], { leasedBy }: LeasedMemory): boolean {
  return leasedBy !== null && silent.some((worker) => leasedBy.startsWith(`${worker}/`));
}

/** Yields the due memories of an index, oldest first. */
async function* scanDue(context: ClaimContext, index: 'due' | 'extraction', of: readonly string[], pageSize: number) {
  const { tx, options, silent } = context;
  const where = { nextAttemptAt: { to: options.now + 1 } };
  for await (const page of scanPages(tx, memories, index, { of, where, limit: pageSize, only: leaseFields })) {
    for (const memory of page) {
      const isQuarantined = (memory.crashCount ?? 0) >= options.quarantineAfter;
      if (!isQuarantined && !isSilent(silent, memory)) yield memory;
    }
  }
}

/** Maps the users of an account with a lease for extraction, which may have ended, to the leased memories. */
export async function readExtracting({ tx, extracting }: ClaimContext, accountId: string) {
  const known = extracting.get(accountId);
  if (known) return known;
  const leased = await tx.scan(memories, 'extracting', { of: [accountId], limit: maxBusy, only: leaseFields });
  const byUser = new Map(leased.map((memory) => [memory.userId, memory]));
  extracting.set(accountId, byUser);
  return byUser;
}

/** Whether a worker may be extracting facts of a user. */
export function isBusy({ silent, options: { now } }: ClaimContext, held: LeasedMemory | undefined): boolean {
  return held !== undefined && ((held.nextAttemptAt ?? 0) > now || isSilent(silent, held));
}

/** Yields the oldest due memory of each user without an extraction in progress, beginning with the first after `start`. */
async function* scanUsers(context: ClaimContext, accountId: string, start: string): AsyncGenerator<LeasedMemory, void> {
  const { tx, options } = context;
  const extracting = await readExtracting(context, accountId);
  const page = { of: [accountId], below: options.now + 1, limit: Math.min(options.extractions, maxUsersAtOnce) };
  const seen = new Set<string>();
  for (let after = start, isLast = start === ''; ; ) {
    const users = (await tx.distinct(memories, 'extraction', { ...page, after })) as string[];
    for (const user of users) {
      if (seen.has(user)) return;
      seen.add(user);
      if (isBusy(context, extracting.get(user))) continue;
      const { value: oldest } = await scanDue(context, 'extraction', [accountId, user], 1).next();
      if (oldest) yield oldest;
    }
    const isEnd = users.length < page.limit;
    if (isEnd && isLast) return;
    after = isEnd ? '' : (users.at(-1) as string);
    isLast ||= isEnd;
  }
}

/** Opens the due memories of an account. @param users the last user of each account, which the queue changes */
export function openQueue(
  context: ClaimContext,
  { accountId, ingests, extracts }: SelectedAccount,
  { pageSize, users }: { pageSize: number; users: Record<string, string> },
) {
  const plain = ingests ? scanDue(context, 'due', [accountId], pageSize) : none();
  const toExtract = extracts ? scanUsers(context, accountId, users[accountId] ?? '') : none();
  let first: LeasedMemory | undefined;
  let other: LeasedMemory | undefined;
  return {
    /** Removes the next memory, the oldest one. Memories for extraction are skipped unless they are allowed. */
    async next(extractions: boolean): Promise<LeasedMemory | undefined> {
      first ??= (await plain.next()).value ?? undefined;
      if (extracts && extractions && !other) {
        other = (await toExtract.next()).value ?? undefined;
        if (!other) delete users[accountId];
      }
      if (!other || !extractions || (first && isOlder(first, other))) {
        const taken = first;
        first = undefined;
        return taken;
      }
      const taken = other;
      other = undefined;
      users[accountId] = taken.userId;
      return taken;
    },
  };
}

async function* none(): AsyncGenerator<LeasedMemory, void> {}

function isOlder(one: LeasedMemory, other: LeasedMemory): boolean {
  const [at, otherAt] = [one.nextAttemptAt ?? 0, other.nextAttemptAt ?? 0];
  return at < otherAt || (at === otherAt && one.seq < other.seq);
}

/** Takes the oldest memory of each account, then the next oldest of each, and so on, within the limits of a claim. */
export async function takeRoundRobin(
  queues: readonly ReturnType<typeof openQueue>[],
  { limit, characters, extractions }: Pick<IngestClaimOptions, 'limit' | 'characters' | 'extractions'>,
): Promise<LeasedMemory[]> {
  const taken: LeasedMemory[] = [];
  let charactersLeft = characters;
  let extractionsLeft = extractions;
  for (let open = new Set(queues); open.size > 0; ) {
    for (const queue of open) {
      if (taken.length >= limit || charactersLeft <= 0) return taken;
      const memory = await queue.next(extractionsLeft > 0);
      if (!memory) {
        open.delete(queue);
        continue;
      }
      if (memory.infer) extractionsLeft--;
      taken.push(memory);
      charactersLeft -= memory.text.length;
    }
  }
  return taken;
}
