import type { Transaction } from '../../ports/record-store.ts';
import type { Claim, ClaimPurpose, IngestClaimOptions, ReembedClaimOptions } from './claim.ts';
import {
  type ClaimContext,
  isBusy,
  isSilent,
  openQueue,
  type Rotation,
  readExtracting,
  selectAccounts,
  takeRoundRobin,
} from './due-memories.ts';
import { memories, type StoredMemory } from './kinds.ts';

/** The maximum of memories of an account that are read at once, because their texts may be long. */
const maxAtOnce = 32;
/** The maximum of quarantined memories among which a claim looks for one that it can take. */
const maxQuarantined = 100;
const maxEmbedders = 100;

interface IngestClaim {
  options: IngestClaimOptions;
  /** The name of the lease, which begins with the id of the worker and a slash. */
  leasedBy: string;
  silent: readonly string[];
  rotation: Rotation;
}

interface ReembedClaim {
  options: ReembedClaimOptions;
  leasedBy: string;
  /** The account after which the claim begins; '' for the first one. */
  after: string;
}

export const claimCommands = {
  /** Leases due memories, in fair shares of accounts and users. */
  async claimMemories(
    tx: Transaction,
    { options, leasedBy, silent, rotation }: IngestClaim,
  ): Promise<{ claims: Claim[]; rotation: Rotation }> {
    const context = { tx, options, silent, extracting: new Map() };
    const { accounts, last } = await selectAccounts(context, rotation);
    const users = { ...rotation.users };
    const pageSize = Math.min(maxAtOnce, Math.ceil(options.limit / Math.max(1, accounts.length)));
    const queues = accounts.map((account) => openQueue(context, account, { pageSize, users }));
    const taken = await takeRoundRobin(queues, options);
    if (taken.length === 0 && options.quarantined) taken.push(...(await findQuarantined(context)));
    await leaseForIngest(context, taken, leasedBy);
    return { claims: taken.map((memory) => toClaim('ingest', memory)), rotation: { ...last, users } };
  },

  /** Leases ready memories of other embedders: due ones of each embedder, otherwise a single quarantined one. */
  async claimStaleMemories(
    tx: Transaction,
    { options, leasedBy, after }: ReembedClaim,
  ): Promise<{ claims: Claim[]; after: string }> {
    const all = await tx.distinct(memories, 'embedder', { of: [], limit: maxEmbedders });
    const stale = (all as string[]).filter((embedder) => embedder !== options.embedderId);
    let taken: StoredMemory[] = [];
    for (const embedder of stale) if (taken.length === 0) taken = await findStale(tx, embedder, options, after);
    const last = taken.at(-1)?.accountId ?? '';
    for (const embedder of stale) if (taken.length === 0) taken = await findRejected(tx, embedder, options);
    const reembedAt = options.now + options.leaseMs;
    for (const memory of taken) {
      tx.patch(memories, memory, { reembedAt, leasedBy, reembedAttempts: memory.reembedAttempts + 1 });
    }
    return { claims: taken.map((memory) => toClaim('reembed', memory)), after: last };
  },
};

async function findQuarantined(context: ClaimContext): Promise<StoredMemory[]> {
  const { tx, options, silent } = context;
  const where = { crashCount: { from: options.quarantineAfter }, nextAttemptAt: { to: options.now + 1 } };
  for (const memory of await tx.scan(memories, 'crashed', { of: [], where, limit: maxQuarantined })) {
    if (isSilent(silent, memory)) continue;
    if (!memory.infer) return [memory];
    if (options.extractions === 0) continue;
    const extracting = await readExtracting(context, memory.accountId);
    if (!isBusy(context, extracting.get(memory.userId))) return [memory];
  }
  return [];
}

async function leaseForIngest(context: ClaimContext, taken: readonly StoredMemory[], leasedBy: string): Promise<void> {
  const { tx, options } = context;
  const nextAttemptAt = options.now + options.leaseMs;
  for (const { accountId, userId, infer } of taken) {
    const held = infer && (await readExtracting(context, accountId)).get(userId);
    // Only one memory of a user may have a lease for extraction, even if it has ended.
    if (held) tx.patch(memories, held, { extractingOf: null });
  }
  for (const memory of taken) {
    const attempts = memory.attempts + 1;
    const extractingOf = memory.infer ? memory.accountId : null;
    tx.patch(memories, memory, { attempts, nextAttemptAt, leasedBy, extractingOf });
  }
}

/**
 * Finds memories to re-embed, of the account after the last one served, and of the next accounts up to the limits of the
 * claim. The memory that exceeds the characters is the last one.
 */
async function findStale(
  tx: Transaction,
  embedder: string,
  options: ReembedClaimOptions,
  last: string,
): Promise<StoredMemory[]> {
  const { now, quarantineAfter, limit } = options;
  const where = { reembedAt: { to: now + 1 }, reembedAttempts: { to: quarantineAfter } };
  let charactersLeft = options.characters;
  let after = { accountId: last, reembedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };
  const found: StoredMemory[] = [];
  for (;;) {
    const pageSize = Math.min(maxAtOnce, limit - found.length);
    const page = await tx.scan(memories, 'embedder', { of: [embedder], where, after, limit: pageSize });
    for (const memory of page) {
      if (charactersLeft <= 0) return found;
      found.push(memory);
      charactersLeft -= memory.text.length;
    }
    const end = page.at(-1);
    if (!end || page.length < pageSize || found.length >= limit) break;
    after = { accountId: end.accountId, reembedAt: end.reembedAt, seq: end.seq };
  }
  return found.length === 0 && last !== '' ? findStale(tx, embedder, options, '') : found;
}

/** Finds a memory that the embedder has rejected often, or with which workers have crashed. */
function findRejected(
  tx: Transaction,
  embedder: string,
  { now, quarantineAfter }: ReembedClaimOptions,
): Promise<StoredMemory[]> {
  const where = { reembedAt: { to: now + 1 }, reembedAttempts: { from: quarantineAfter } };
  return tx.scan(memories, 'embedder', { of: [embedder], where, limit: 1 });
}

/** @param memory the memory before the lease */
function toClaim(purpose: ClaimPurpose, memory: StoredMemory): Claim {
  const { id, accountId, revision, text, messages, userId, infer, rejections, traceParent } = memory;
  return {
    ...{ purpose, id, accountId, revision, text, messages, userId, infer, rejections, traceParent },
    attempts: (purpose === 'ingest' ? memory.attempts : memory.reembedAttempts) + 1,
    crashCount: memory.crashCount ?? 0,
    pendingSince: memory.pendingSince ?? memory.createdAt,
  };
}
