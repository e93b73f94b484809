import { setTimeout as delay } from 'node:timers/promises';
import { createLocalEmbedder } from '../../../server/src/adapters/local-model/create-local-embedder.ts';
import { createServices, type Services } from '../../../server/src/app/services.ts';
import { parseConfig } from '../../../server/src/config/config.ts';
import { listAccounts } from '../../../server/src/domain/accounts/account-records.ts';
import type { Account } from '../../../server/src/domain/accounts/kinds.ts';
import { createMemory } from '../../../server/src/domain/memories/create-memory.ts';
import { createRankedSearch } from '../../../server/src/domain/search/ranked-search.ts';
import { searchMemories } from '../../../server/src/domain/search/search-memories.ts';
import { quotaOf } from '../../../server/src/domain/usage/quota.ts';
import type { Embedder } from '../../../server/src/ports/embedder.ts';
import { type EvaluationSet, type SetMemory, toTime } from './evaluation-set.ts';
import type { QuestionResult } from './figures.ts';
import { type SystemName, systemNames, systems } from './systems.ts';

type HttpServices = Services['http'];

const topK = 10;
const maxDrainMs = 300_000;
/**
 * A time after all dates in the sets. Memories without a date are written shortly before it; questions without one use
 * it.
 */
const startedAt = Date.parse('2026-01-05T09:00:00Z');
const minuteMs = 60_000;

/**
 * Writes every set into its own agent of an empty store in `dataDirectory`, waits until all is embedded, and runs every
 * question on every system.
 * @throws {Error} when a memory is rejected or not embedded, or a search lacks a signal
 */
export async function askAll(
  sets: readonly EvaluationSet[],
  {
    dataDirectory,
    runtime,
    isWhole,
    progress,
  }: {
    dataDirectory: string;
    runtime: string | undefined;
    /** Whether all signals count. */
    isWhole: boolean;
    progress: (message: string) => void;
  },
): Promise<Record<SystemName, QuestionResult[]>> {
  const clock = { now: () => startedAt + Math.floor(performance.now()) };
  const config = parseConfig({
    MNEMA_DATA_DIR: dataDirectory,
    MNEMA_LOG_LEVEL: 'error',
    MNEMA_LOCAL_RUNTIME: runtime,
  });
  const embedder = oneByOne(createLocalEmbedder({ runtime: config.localRuntime }));
  const services = await createServices(config, { clock, embedder });
  try {
    const memories = sets.reduce((sum, set) => sum + set.memories.length, 0);
    progress(`writing and embedding ${memories} memories`);
    const account = await firstAccount(services);
    const ids = new Map<string, Map<string, string>>();
    for (const set of sets) ids.set(set.name, await writeSet(services.http, account, set));
    await drain(services.http);
    const results: Record<SystemName, QuestionResult[]> = { 'words alone': [], 'vectors alone': [], 'the whole': [] };
    for (const system of systemNames) {
      progress(`asking ${system}`);
      for (const set of sets) {
        results[system].push(
          ...(await askSet(services.http, account, { system, set, ids: ids.get(set.name), isWhole })),
        );
      }
    }
    return results;
  } finally {
    services.beginStop();
    await services.close();
  }
}

/**
 * The batches of texts depend on timing, and the encoder's integers round a text by its batch. Single texts give the
 * same figures in every run.
 */
function oneByOne(embedder: Embedder): Embedder {
  let last: Promise<unknown> = Promise.resolve();
  const oneAtATime = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
  const each = async <Result>(texts: readonly string[], embed: (texts: string[]) => Promise<Result[]>) =>
    (await Promise.all(texts.map((text) => oneAtATime(() => embed([text]))))).flat();
  const { tokens } = embedder;
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    cosineBand: embedder.cosineBand,
    textsPerCall: embedder.textsPerCall,
    embedDocuments: (texts) => each(texts, (one) => embedder.embedDocuments(one)),
    ...(tokens ? { tokens: { ...tokens, embedDocuments: (texts) => each(texts, tokens.embedDocuments) } } : {}),
    maxQueryCharacters: embedder.maxQueryCharacters,
    embedQuery: (accountId, text) => embedder.embedQuery(accountId, text),
    close: () => embedder.close(),
  };
}

/** Finds the account of a first start, which has no limits. */
async function firstAccount({ accounts, records }: Services): Promise<Account> {
  await accounts.bootstrapAccount({ email: 'bench@example.com' });
  const [found] = await listAccounts(records);
  if (!found) throw new Error('the new store has no account');
  return found;
}

/** Maps the ids of the store to the ids of the set. */
async function writeSet(services: HttpServices, account: Account, set: EvaluationSet): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [at, memory] of set.memories.entries()) {
    // The memories are a minute apart, whatever the pace of this run, because recency ranks them.
    const writtenAt = startedAt - (set.memories.length - at) * minuteMs;
    const then = { ...services, clock: { now: () => writtenAt } };
    ids.set(await write(then, account, set.name, memory), memory.id);
  }
  return ids;
}

async function write(services: HttpServices, account: Account, agentId: string, memory: SetMemory): Promise<string> {
  try {
    const input = {
      ...{ accountId: account.id, userId: account.id, endUserId: null, agentId, runId: memory.run_id ?? null },
      actor: { kind: 'session', keyPrefix: null } as const,
      text: memory.text,
      messages: memory.messages,
      metadata: memory.metadata ?? {},
      infer: false,
      occurredAt: memory.occurred_at === undefined ? null : toTime(memory.occurred_at),
      expiresAt: null,
      quota: quotaOf(account, services.clock.now()),
    };
    return (await createMemory(services, input, { idempotency: undefined, present: ({ id }) => id })).value;
  } catch (error) {
    throw new Error(
      `set ${agentId}: memory ${memory.id} was not taken: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
}

async function drain({ store }: HttpServices): Promise<void> {
  const giveUpAt = performance.now() + maxDrainMs;
  for (;;) {
    const { pending, failed } = await store.backlog();
    if (failed > 0) throw new Error(`${failed} memories could not be embedded`);
    if (pending === 0) return;
    if (performance.now() > giveUpAt) throw new Error(`${pending} memories are still not embedded`);
    await delay(50);
  }
}

async function askSet(
  { store, embedder, clock, rankedSearch }: HttpServices,
  { id: accountId }: Account,
  {
    system,
    set,
    ids,
    isWhole,
  }: { system: SystemName; set: EvaluationSet; ids: ReadonlyMap<string, string> | undefined; isWhole: boolean },
): Promise<QuestionResult[]> {
  const found = systems[system]({ store, embedder });
  // The thread of the store ranks with all signals; only this one can leave a signal out.
  const ofServer = isWhole && system === 'the whole';
  const parts = { ...found, rankedSearch: ofServer ? rankedSearch : createRankedSearch(found.store) };
  const results: QuestionResult[] = [];
  for (const { category, query, expects, asked_at } of set.questions) {
    const now = asked_at === undefined ? clock.now() : toTime(asked_at);
    const search = { ...parts, clock: { now: () => now } };
    const { hits, degraded } = await searchMemories(search, { accountId, agentId: set.name, query, topK, filters: {} });
    if (degraded.length > 0 !== (system === 'words alone')) {
      throw new Error(`set ${set.name}: "${query}" was answered ${degraded.length > 0 ? 'without' : 'with'} vectors`);
    }
    const named = hits.map(({ memory, score }) => ({ id: ids?.get(memory.id) ?? memory.id, score }));
    results.push({ set: set.name, category, query, expects, hits: named });
  }
  return results;
}
