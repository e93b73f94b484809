import { setTimeout as delay } from 'node:timers/promises';
import { type Call, HttpConnection, type HttpResponse, toRequest } from '../load/http-connection.ts';
import { createQuestions } from '../questions.ts';
import { createSentences } from '../sentences.ts';
import type { Outcomes } from './attack.ts';
import type { BenchAccount } from './create-accounts.ts';

/** A request without a response after this time has failed. */
export const patienceMs = 15_000;

export const operationNames = ['write', 'get', 'search', 'log-in'] as const;
export type OperationName = (typeof operationNames)[number];

/** The requests of one operation in a phase. */
export interface OperationResult {
  /** The milliseconds of requests with the expected response; a request without any counts with {@link patienceMs}. */
  times: number[];
  requests: number;
  degraded: number;
  /** The statuses other than the expected one, and why there was no response. */
  failures: Outcomes;
}

export type PhaseResult<Name extends OperationName = OperationName> = Record<Name, OperationResult>;

interface Operation {
  expected: number;
  next(): Call;
  /** The pause between a response and the next request. */
  pauseMs: number;
  /** Whether each request has a connection of its own. */
  connectsAgain?: boolean;
}

/** A small steady load of an innocent account, and of people who log in. */
export interface InnocentLoad {
  run<Name extends OperationName>(seconds: number, names: readonly Name[]): Promise<PhaseResult<Name>>;
}

/**
 * @param accounts the first one writes, gets and searches. All log in, one after the other, so that none comes near its
 * limit of 20 log-ins a minute
 */
export function createInnocentLoad(options: {
  port: number;
  accounts: readonly [BenchAccount, ...BenchAccount[]];
  memoryIds: readonly string[];
}): InnocentLoad {
  const operations = createOperations(options);
  return {
    async run<Name extends OperationName>(seconds: number, names: readonly Name[]) {
      const end = performance.now() + seconds * 1_000;
      const results = names.map(async (name) => [name, await repeat(operations[name], options.port, end)] as const);
      return Object.fromEntries(await Promise.all(results)) as PhaseResult<Name>;
    },
  };
}

function createOperations({
  accounts,
  memoryIds,
}: Pick<Parameters<typeof createInnocentLoad>[0], 'accounts' | 'memoryIds'>): Record<OperationName, Operation> {
  const headers = { 'X-API-Key': accounts[0].key };
  const sentences = createSentences(1_100);
  const question = createQuestions(1_101);
  let read = 0;
  let loggedIn = 0;
  const post = (path: string, body: object): Call => ({ method: 'POST', path, headers, body: JSON.stringify(body) });
  return {
    write: { expected: 202, next: () => post('/memories', { text: sentences.memory() }), pauseMs: 150 },
    get: {
      expected: 200,
      next: () => ({ method: 'GET', path: `/memories/${memoryIds[read++ % memoryIds.length]}`, headers }),
      pauseMs: 150,
    },
    search: { expected: 200, next: () => post('/search', { query: question() }), pauseMs: 150 },
    'log-in': {
      expected: 200,
      next() {
        const { email, password } = accounts[loggedIn++ % accounts.length] ?? accounts[0];
        return { method: 'POST', path: '/auth/login', body: JSON.stringify({ email, password }) };
      },
      pauseMs: 250,
      connectsAgain: true,
    },
  };
}

/** Sends one request after the other until the end, and waits for the last response. */
async function repeat(operation: Operation, port: number, end: number): Promise<OperationResult> {
  const result: OperationResult = { times: [], requests: 0, degraded: 0, failures: new Map() };
  let connection: HttpConnection | undefined;
  while (performance.now() < end) {
    const startedAt = performance.now();
    connection = connection?.open ? connection : await HttpConnection.open(port).catch(() => undefined);
    const outcome = connection ? await send(connection, operation) : 'closed';
    const isTimed = outcome === 'expected' || outcome === 'degraded' || outcome === 'no response';
    if (isTimed) result.times.push(performance.now() - startedAt);
    if (outcome === 'degraded') result.degraded++;
    else if (outcome !== 'expected') result.failures.set(outcome, (result.failures.get(outcome) ?? 0) + 1);
    result.requests++;
    if (operation.connectsAgain) connection?.close();
    await delay(operation.pauseMs);
  }
  connection?.close();
  return result;
}

/** Resolves to `expected`, `degraded`, `closed`, `no response` or the status that came instead of the expected one. */
async function send(connection: HttpConnection, { next, expected }: Operation): Promise<string> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    connection.close();
  }, patienceMs);
  try {
    const response = await connection.send(toRequest(next()));
    if (response.status !== expected) return String(response.status);
    return isDegraded(response) ? 'degraded' : 'expected';
  } catch {
    return isLate ? 'no response' : 'closed';
  } finally {
    clearTimeout(timer);
  }
}

/** Only the responses of searches have this field. */
function isDegraded({ body }: HttpResponse): boolean {
  return ((JSON.parse(body) as { degraded?: string[] }).degraded ?? []).length > 0;
}
