import { setTimeout as delay } from 'node:timers/promises';
import { writeMemories } from '../corpus.ts';
import { times } from '../load/times.ts';
import { mem0Figures } from '../mem0-figures.ts';
import { cpuSeconds } from '../processes/cpu-seconds.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { startProvider } from '../production/services.ts';
import { createQuestions } from '../questions.ts';
import { createSentences } from '../sentences.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';
import { memoryRows } from './resident-memory.ts';

const callMs = 5;
const searchedMemories = 3_500;
/** The numbers of writes: first those that are not counted, because the code is not compiled yet. */
const writes = { first: 500, atOnce: 2_000, oneByOne: 1_000 };
const connections = 16;
const searchesPerSecondOfRound = 40;
const minSearches = 50;
const restMs = 3_000;
const maxMs = { search: 4, write: 2.5 };
const maxMegabytes = 200;

/** Measures the costs of the server with vectors from elsewhere, without those of the encoder. */
export const outsideEmbedder: Measure = {
  name: 'outside-embedder',
  async run(context) {
    const provider = await startProvider(context.scratch.folder('provider'), callMs);
    try {
      const { settings } = provider;
      return [
        ...(await withServer(context, settings, (server) => conversationRows(context, server))),
        ...(await factRows(context, settings)),
      ];
    } finally {
      await provider.stop();
    }
  },
};

async function withServer<Result>(
  { scratch }: MeasureContext,
  settings: Record<string, string>,
  work: (server: MnemaServer, dataDirectory: string) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = scratch.folder('outside');
  const server = await MnemaServer.start({ dataDirectory, runtime: 'native', settings });
  try {
    await server.warmUp();
    return await work(server, dataDirectory);
  } finally {
    await server.stop();
  }
}

async function conversationRows(context: MeasureContext, server: MnemaServer): Promise<Row[]> {
  context.progress(`writing ${searchedMemories} messages`);
  await writeMemories(server, createSentences(1_310), searchedMemories, { asMessages: true });
  await server.drain();
  return [await searchRow(context, server, `${searchedMemories} messages of conversations`)];
}

async function factRows(context: MeasureContext, settings: Record<string, string>): Promise<Row[]> {
  const { memories, progress } = context;
  const sentences = createSentences(1_300);
  const { rows, store, writerResidentBytes } = await withServer(context, settings, async (server, dataDirectory) => {
    const write = async (count: number, atOnce: number) => {
      progress(`writing ${count} memories, ${atOnce} at a time`);
      await writeMemories(server, sentences, count, { connections: atOnce });
      await server.drain();
    };
    await write(writes.first, connections);
    const idle = await idleUse(server);
    const costs = [
      writeRow(connections, writes.atOnce, await useOf(server, () => write(writes.atOnce, connections)), idle),
      writeRow(1, writes.oneByOne, await useOf(server, () => write(writes.oneByOne, 1)), idle),
      await searchRow(context, server, `${searchedMemories} memories`),
    ];
    await write(Math.max(0, memories - searchedMemories), connections);
    const key = await server.apiKey();
    return { rows: costs, store: { dataDirectory, key }, writerResidentBytes: residentBytes(server.child.pid) };
  });
  const embedder = 'outside embedder';
  return [
    ...rows,
    ...(await memoryRows({ embedder, store, settings, memories, writerResidentBytes, maxMegabytes, progress })),
  ];
}

/** Seconds of the processor and of the clock. */
interface Use {
  cpu: number;
  seconds: number;
}

async function useOf(server: MnemaServer, work: () => Promise<unknown>): Promise<Use> {
  const startedAt = performance.now();
  const before = cpuSeconds(server.child.pid);
  await work();
  const cpu = cpuSeconds(server.child.pid) - before;
  return { cpu, seconds: (performance.now() - startedAt) / 1_000 };
}

async function idleUse(server: MnemaServer): Promise<Use> {
  await delay(restMs);
  return useOf(server, () => delay(restMs));
}

function costRow(measure: string, count: number, used: Use, idle: Use, limit: number, mem0: number): Row {
  return {
    measure: `CPU of ${measure}`,
    value: (1_000 * Math.max(0, used.cpu - (idle.cpu * used.seconds) / idle.seconds)) / count,
    baseline: null,
    unit: 'ms',
    goal: { kind: 'value at most', limit },
    mem0,
    note: `processor time of all threads of the server beyond what it uses idle, with a stand-in for Cohere, 1024 dimensions; mean of ${count}`,
  };
}

function writeRow(atOnce: number, count: number, used: Use, idle: Use): Row {
  const measure = `a write with its ingest, concurrency ${atOnce}`;
  return costRow(measure, count, used, idle, maxMs.write, mem0Figures.writeCpuMs);
}

async function searchRow({ seconds, rounds, progress }: MeasureContext, server: MnemaServer, what: string) {
  const question = createQuestions(1_301);
  const search = () => server.timedSearch({ query: question() });
  const count = Math.max(minSearches, Math.round(searchesPerSecondOfRound * seconds * rounds));
  progress(`${count} searches of ${what}`);
  await times(minSearches, 1, search);
  const idle = await idleUse(server);
  const used = await useOf(server, () => times(count, 1, search));
  return costRow(`a search, ${what}, concurrency 1`, count, used, idle, maxMs.search, mem0Figures.searchCpuMs);
}
