import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createQuestions } from '../questions.ts';
import { createSentences } from '../sentences.ts';
import type { Attack, Target } from './attack.ts';
import { keepUnderWay, send, sendAndRead } from './attacker-requests.ts';

interface Request {
  body?: string | object;
  headers?: Record<string, string>;
}

type Client = ReturnType<typeof createClient>;

/** The work of an account that uses one operation as much as it can, without breaking a rule. */
interface Work {
  name: string;
  /** The number of requests in progress. */
  atOnce: number;
  prepare?(client: Client): Promise<void>;
  /** Resolves to the status of a response. @param index of the loop, of which there are `atOnce` */
  next(client: Client, index: number): Promise<string>;
}

/** The agent of the memories that work has added, which a pause removes. */
const agentId = 'added';
const sentences = createSentences(8_000);
const question = createQuestions(8_001);
const eventTypes = ['memory.ready', 'memory.updated', 'memory.deleted'];
const maxWebhooks = 10;

let count = 0;
const added = (more = {}) => ({ text: `${sentences.memory()} ${++count}`, agent_id: agentId, ...more });
const lines = (length: number) => Array.from({ length }, () => JSON.stringify(added())).join('\n');
/** Conditions that most memories meet, and that no earlier search had. */
const where = () => ({ all: [{ key: 'number', op: 'gte', value: ++count % 1_000 }] });
const cursors = new Map<number, string>();
const ndjson = { 'Content-Type': 'application/x-ndjson' };

const works: readonly Work[] = [
  { name: 'exports', atOnce: 2, next: (client) => client.status('GET', '/export') },
  {
    name: 'imports of 1,000 lines',
    atOnce: 2,
    next: (client) => client.status('POST', '/import', { body: lines(1_000), headers: ndjson }),
  },
  {
    name: 'batches of 100 writes',
    atOnce: 4,
    next: (client) =>
      client.status('POST', '/memories/batch', { body: { memories: Array.from({ length: 100 }, () => added()) } }),
  },
  {
    name: 'maps',
    atOnce: 4,
    // Every scope has a map of its own, so that no response is cached for long.
    next: (client) => client.status('GET', `/map?project=project-${++count % 7}&tag=tag-${count % 23}`),
  },
  { name: 'facets', atOnce: 8, next: (client) => client.status('GET', '/facets') },
  {
    name: 'searches with `where`',
    atOnce: 8,
    next: (client) => client.status('POST', '/search', { body: { query: question(), where: where() } }),
  },
  {
    name: 'similar memories',
    atOnce: 8,
    next: (client) => client.status('GET', `/memories/${client.memoryId()}/similar?top_k=50`),
  },
  {
    name: 'updates and versions',
    atOnce: 8,
    async next(client) {
      const path = `/memories/${client.memoryId()}`;
      const status = await client.status('PUT', path, { body: { metadata: { number: ++count } } });
      return status === '200' ? client.status('GET', `${path}/versions`) : status;
    },
  },
  {
    name: 'followers of the request log',
    atOnce: 8,
    async next(client, index) {
      // Half of the loops make the rows that the others follow.
      if (index % 2 === 0) return client.status('GET', `/memories/${client.memoryId()}`);
      const after = cursors.get(index);
      const path = after === undefined ? '/requests?limit=1' : `/requests?limit=1000&after=${after}`;
      const { status, json } = await client.read('GET', path, { headers: { Prefer: 'wait=1' } });
      if (status === '200') cursors.set(index, json.newer_cursor);
      return status;
    },
  },
  {
    name: 'deletions by scope of 100 memories',
    atOnce: 2,
    async next(client) {
      const scope = { run_id: `run-${++count}` };
      const memories = Array.from({ length: 100 }, () => added(scope));
      const status = await client.status('POST', '/memories/batch', { body: { memories } });
      return status === '200' ? client.delete(`run_id=${scope.run_id}`) : status;
    },
  },
  {
    name: `updates with ${maxWebhooks} webhooks`,
    atOnce: 4,
    // The webhooks stay, so this work is the last one.
    async prepare(client) {
      const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      const { email, password } = client.account;
      const { json } = await client.read('POST', '/auth/login', { body: { email, password } });
      const headers = { Authorization: `Bearer ${json.access_token}` };
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      for (let hook = 0; hook < maxWebhooks; hook++) {
        const { status } = await client.read('POST', '/webhooks', { body: { url, events: eventTypes }, headers });
        if (status !== '201') throw new Error(`a webhook was answered with ${status}`);
      }
    },
    next: (client) =>
      client.status('PUT', `/memories/${client.memoryId()}`, { body: { metadata: { number: ++count } } }),
  },
];

/** One account works, at full speed and next to the innocent ones. Its memories are there before. */
export const hardWork: readonly Attack[] = works.map(({ name, atOnce, prepare, next }) => {
  let client: Client | undefined;
  return {
    name,
    description: `${atOnce} at once of one account without limits`,
    plans: ['enterprise'],
    async prepare(target) {
      client = createClient(target);
      await client.loadMemoryIds();
      await prepare?.(client);
    },
    begin({ outcomes }) {
      keepUnderWay(atOnce, outcomes, (index) => next(client as Client, index));
    },
    async cleanUp() {
      await client?.delete(`agent_id=${agentId}`);
    },
  };
});

function createClient({ port, attackers: [account] }: Target) {
  const { key, address } = account;
  let memoryIds: string[] = [];
  let used = 0;

  function toCall(method: string, path: string, { body, headers }: Request) {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const credential = headers?.['Authorization'] === undefined ? { 'X-API-Key': key } : {};
    return { method, path, address, headers: { ...credential, ...headers }, ...(text ? { body: text } : {}) };
  }

  const client = {
    account,
    status: (method: string, path: string, request: Request = {}) => send(port, toCall(method, path, request)),
    async read(method: string, path: string, request: Request = {}) {
      const { status, text } = await sendAndRead(port, toCall(method, path, request));
      return { status, json: text === '' ? {} : JSON.parse(text) };
    },
    /** Deletes the memories of a scope, if there are any. */
    async delete(scope: string): Promise<string> {
      const { status, json } = await client.read('DELETE', `/memories?${scope}`);
      if (status !== '200' || json.matched === 0) return status;
      return client.status('DELETE', `/memories?${scope}&confirm=${json.matched}`);
    },
    async loadMemoryIds(): Promise<void> {
      const { json } = await client.read('GET', '/memories?limit=1000');
      memoryIds = json.results.map(({ id }: { id: string }) => id);
    },
    memoryId: () => memoryIds[used++ % memoryIds.length] as string,
  };
  return client;
}
