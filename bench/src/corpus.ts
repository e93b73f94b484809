import { expectStatus } from './load/connection-pool.ts';
import { HttpConnection } from './load/http-connection.ts';
import { MnemaServer } from './processes/mnema-server.ts';
import { residentBytes } from './processes/resident-bytes.ts';
import type { Scratch } from './processes/scratch.ts';
import { createSentences, type Sentences } from './sentences.ts';

/** A data directory that holds many memories, all of them searchable, and no server that uses it. */
export interface Corpus {
  dataDirectory: string;
  key: string;
  memories: number;
  /** The memory in RAM, at the end, of the process that accepted and embedded all of them. */
  writerResidentBytes: number;
}

const agents = 10;
const writers = 16;

export function agentOf(index: number): string {
  return `agent-${index % agents}`;
}

/** Sends so many memories, which are accepted when it resolves and perhaps not yet embedded. */
export async function writeMemories(server: MnemaServer, sentences: Sentences, count: number): Promise<void> {
  const requests = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const metadata = { project: `project-${index % 7}`, source: 'bench', tags: [`tag-${index % 23}`] };
      return server.request('POST', '/memories', { text: sentences.memory(), agent_id: agentOf(index), metadata });
    }),
  );
  const queue = requests.values();
  await Promise.all(
    Array.from({ length: writers }, async () => {
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
