import { expectStatus } from './load/connection-pool.ts';
import { HttpConnection } from './load/http-connection.ts';
import { MnemaServer } from './processes/mnema-server.ts';
import { residentBytes } from './processes/resident-bytes.ts';
import type { Scratch } from './processes/scratch.ts';
import { createSentences, type Sentences } from './sentences.ts';

/** A data directory with many memories, all of them searchable, that no server uses. */
export interface Corpus {
  dataDirectory: string;
  key: string;
  memories: number;
  /** The resident memory, at the end, of the process that accepted and embedded all of them. */
  writerResidentBytes: number;
}

const agents = 10;
const writers = 16;

export function agentOf(index: number): string {
  return `agent-${index % agents}`;
}

const messagesPerRun = 20;

/**
 * Sends this many memories. When it resolves they are accepted, but perhaps not embedded yet.
 * @param options.connections how many are sent at the same time
 */
export async function writeMemories(
  server: MnemaServer,
  sentences: Sentences,
  count: number,
  { connections = writers, asMessages = false }: { connections?: number; asMessages?: boolean } = {},
): Promise<void> {
  const requests = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const metadata = { project: `project-${index % 7}`, source: 'bench', tags: [`tag-${index % 23}`] };
      const text = sentences.memory();
      const run = Math.floor(index / messagesPerRun);
      const body = asMessages
        ? {
            messages: [{ role: 'user', name: index % 2 === 0 ? 'Ada' : 'Bo', content: text }],
            run_id: `session-${run}`,
          }
        : { text };
      return server.request('POST', '/memories', { ...body, agent_id: agentOf(asMessages ? run : index), metadata });
    }),
  );
  const queue = requests.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await HttpConnection.open(server.port);
      for (const request of queue) expectStatus(await connection.send(request), 202, 'a write of the corpus');
      connection.close();
    }),
  );
}

/** Writes the memories through a real server, waits until all are embedded and stops it. */
export async function writeCorpus(scratch: Scratch, memories: number): Promise<Corpus> {
  const dataDirectory = scratch.folder('corpus');
  const server = await MnemaServer.start({ dataDirectory, runtime: 'native' });
  try {
    await writeMemories(server, createSentences(10_000), memories);
    await server.drain();
    const writerResidentBytes = residentBytes(server.child.pid);
    const key = await server.apiKey();
    await server.stop();
    return { dataDirectory, key, memories, writerResidentBytes };
  } catch (error) {
    await server.kill();
    throw error;
  }
}
