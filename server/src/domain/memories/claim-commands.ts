import type { Transaction } from '../../ports/record-store.ts';
import { scanPages } from '../../ports/scan-pages.ts';
import type { Claim, ClaimKey, ClaimOptions, ClaimPurpose, IngestClaimOptions, ReembedClaimOptions } from './claim.ts';
import {
  type ClaimContext,
  isBusy,
  isSilent,
  type LeasedMemory,
  leaseFields,
  openQueue,
  type Rotation,
  readExtracting,
  selectAccounts,
  takeRoundRobin,
} from './due-memories.ts';
import { memories, type StoredMemory } from './kinds.ts';
import { otherEmbedders } from './memory-queries.ts';
import { noLease } from './stored-memory.ts';

/** The maximum of memories of an account that are read at once, because their texts may be long. */
const maxAtOnce = 32;
/** The maximum of quarantined memories among which a claim looks for one that it can take. */
const maxQuarantined = 100;

interface ClaimInput<Options> {
  options: Options;
  /** The name of the lease, which begins with the id of the worker and a slash. */
  leasedBy: string;
  /** Workers that may have crashed. */
  silent: readonly string[];
  rotation: Rotation;
}

export const claimCommands = {
  async claimMemories(tx: Transaction, { options, ...input }: ClaimInput<ClaimOptions>) {
    const { purpose } = options;
    const claim = purpose === 'ingest' ? claimDue(tx, { options, ...input }) : claimStale(tx, { options, ...input });
    const { taken, rotation } = await claim;
    return { claims: taken.map((memory) => toClaim(purpose, memory)), rotation };
  },

  async extendLeases(tx: Transaction, { until, ...held }: HeldClaims & { until: number }): Promise<void> {
    for (const { memory, claim } of await findHeld(tx, held)) {
      tx.patch(memories, memory, claim.purpose === 'ingest' ? { nextAttemptAt: until } : { reembedAt: until });
    }
  },

  async releaseMemories(tx: Transaction, { at, rejected, ...held }: HeldClaims & { at: number; rejected: boolean }) {
    for (const { memory, claim } of await findHeld(tx, held)) {
      const reembedAttempts = memory.reembedAttempts - Number(!rejected);
      const due = claim.purpose === 'ingest' ? { nextAttemptAt: at } : { reembedAt: at, reembedAttempts };
      tx.patch(memories, memory, { ...due, ...noLease });
    }
  },

  /** Makes leased memories due. @returns how many there were, at most a slice */
  async endLeases(tx: Transaction, { leases, reason, at = tx.now }: EndedLeases): Promise<number> {
    const ended: LeasedMemory[] = [];
    for (const lease of leases) {
      if (ended.length >= maxEnded) break;
      const leased = { of: [lease], limit: maxEnded - ended.length, only: leaseFields };
      ended.push(...(await tx.scan(memories, 'leased', leased)));
    }
    for (const memory of ended) tx.patch(memories, memory, endedLease(memory, reason, at));
    return ended.length;
  },
};

/** Leases due memories, in fair shares of accounts and users. @returns them as they were before */
async function claimDue(tx: Transaction, { options, leasedBy, silent, rotation }: ClaimInput<IngestClaimOptions>) {
  const context = { tx, options, silent, extracting: new Map() };
  const { accounts, last } = await selectAccounts(context, rotation);
  const users = { ...rotation.users };
  const pageSize = Math.min(maxAtOnce, Math.ceil(options.limit / Math.max(1, accounts.length)));
  const queues = accounts.map((account) => openQueue(context, account, { pageSize, users }));
  const taken = await takeRoundRobin(queues, options);
  if (taken.length === 0 && options.quarantined) taken.push(...(await findQuarantined(context)));
  await leaseForIngest(context, taken, leasedBy);
  return { taken, rotation: { ...rotation, ...last, users } };
}

/** Leases ready memories of other embedders: due ones of each embedder, otherwise a single quarantined one. */
async function claimStale(tx: Transaction, { options, leasedBy, rotation }: ClaimInput<ReembedClaimOptions>) {
  const stale = await otherEmbedders(tx, options.embedderId);
  let taken: LeasedMemory[] = [];
  for (const embedder of stale) {
    if (taken.length === 0) taken = await findStale(tx, embedder, options, rotation.reembed);
    if (taken.length === 0 && rotation.reembed !== '') taken = await findStale(tx, embedder, options, '');
  }
  const reembed = taken.at(-1)?.accountId ?? '';
  for (const embedder of stale) if (taken.length === 0) taken = await findRejected(tx, embedder, options);
  const reembedAt = options.now + options.leaseMs;
  for (const memory of taken) {
    tx.patch(memories, memory, { reembedAt, leasedBy, reembedAttempts: memory.reembedAttempts + 1 });
  }
  return { taken, rotation: { ...rotation, reembed } };
}

async function findQuarantined(context: ClaimContext): Promise<LeasedMemory[]> {
  const { tx, options, silent } = context;
  const where = { crashCount: { from: options.quarantineAfter }, nextAttemptAt: { to: options.now + 1 } };
  const crashed = { of: [], where, limit: maxQuarantined, only: leaseFields };
  for (const memory of await tx.scan(memories, 'crashed', crashed)) {
    if (isSilent(silent, memory)) continue;
    if (!memory.infer) return [memory];
    if (options.extractions === 0) continue;
    const extracting = await readExtracting(context, memory.accountId);
    if (!isBusy(context, extracting.get(memory.userId))) return [memory];
  }
  return [];
}

async function leaseForIngest(context: ClaimContext, taken: readonly LeasedMemory[], leasedBy: string): Promise<void> {
  const { tx, options } = context;
  const nextAttemptAt = options.now + options.leaseMs;
  for (const memory of taken) {
    const { accountId, userId, infer, attempts } = memory;
    const held = infer && (await readExtracting(context, accountId)).get(userId);
    // Only one memory of a user may have a lease for extraction, even if it has ended.
    if (held) tx.patch(memories, held, { extractingOf: null });
    const extractingOf = infer ? accountId : null;
    tx.patch(memories, memory, { attempts: attempts + 1, nextAttemptAt, leasedBy, extractingOf });
  }
}

/** Finds memories to re-embed, from the account after the last one served on, up to the memory that reaches a limit. */
async function findStale(tx: Transaction, embedder: string, options: ReembedClaimOptions, last: string) {
  const { now, quarantineAfter, limit } = options;
  const where = { reembedAt: { to: now + 1 }, reembedAttempts: { to: quarantineAfter } };
  let charactersLeft = options.characters;
  const after = { accountId: last, reembedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };
  const scan = { of: [embedder], where, after, limit: Math.min(maxAtOnce, limit), only: leaseFields };
  const found: LeasedMemory[] = [];
  for await (const page of scanPages(tx, memories, 'embedder', scan)) {
    for (const memory of page) {
      found.push(memory);
      charactersLeft -= memory.text.length;
      if (charactersLeft <= 0 || found.length >= limit) return found;
    }
  }
  return found;
}

/** Finds a memory that the embedder has rejected often, or with which workers have crashed. */
function findRejected(tx: Transaction, embedder: string, { now, quarantineAfter }: ReembedClaimOptions) {
  const where = { reembedAt: { to: now + 1 }, reembedAttempts: { from: quarantineAfter } };
  return tx.scan(memories, 'embedder', { of: [embedder], where, limit: 1, only: leaseFields });
}

/** @param memory the memory before the lease */
function toClaim(purpose: ClaimPurpose, memory: LeasedMemory): Claim {
  const { id, accountId, revision, text, messages, userId, infer, outcome, rejections, traceParent } = memory;
  return {
    ...{ purpose, id, accountId, revision, text, messages, userId, infer, outcome, rejections, traceParent },
    attempts: (purpose === 'ingest' ? memory.attempts : memory.reembedAttempts) + 1,
    crashCount: memory.crashCount ?? 0,
    pendingSince: memory.pendingSince ?? memory.createdAt,
  };
}

interface HeldClaims {
  worker: string;
  claims: readonly ClaimKey[];
}

interface EndedLeases {
  leases: readonly string[];
  /** `crashed`: the crash of the worker is counted. `lost`: no worker got the memories, and no attempt is counted. */
  reason: 'crashed' | 'lost';
  /** The time from which they are due. @default now */
  at?: number;
}

/** The maximum of memories whose leases one command ends. */
const maxEnded = 500;

function endedLease(memory: LeasedMemory, reason: EndedLeases['reason'], at: number): Partial<StoredMemory> {
  const { status, attempts, reembedAttempts, crashCount } = memory;
  const isLost = reason === 'lost';
  // The attempts to re-embed a memory include crashes.
  if (status === 'ready') return { ...noLease, reembedAt: 0, reembedAttempts: reembedAttempts - Number(isLost) };
  const due = { ...noLease, nextAttemptAt: at };
  return isLost ? { ...due, attempts: attempts - 1 } : { ...due, crashCount: (crashCount ?? 0) + 1 };
}

/** Finds the memories that a worker still has leased, with the same text. */
async function findHeld(tx: Transaction, { worker, claims }: HeldClaims) {
  const found = await tx.getMany(memories, claims, leaseFields);
  return claims.flatMap((claim, at) => {
    const memory = found[at];
    const status = claim.purpose === 'ingest' ? 'pending' : 'ready';
    if (memory?.status !== status || memory.revision !== claim.revision) return [];
    return memory.leasedBy?.startsWith(`${worker}/`) ? { memory, claim } : [];
  });
}
