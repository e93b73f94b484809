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
/** The share of the writes that come first and are not counted: the code is not yet compiled then. */
const warmUpShare = 1 / 7;
const searchesPerSecondOfRound = 40;
const minSearches = 50;
const restMs = 3_000;
const maxMs = { search: 4, write: 2.5 };
const maxMegabytes = 200;

/** Measures the server with vectors from elsewhere: what it costs itself, without the encoder. */
export const outsideEmbedder: Measure = {
  name: 'outside-embedder',
  async run(context) {
    const { scratch, memories, progress } = context;
    const provider = await startProvider(scratch.folder('provider'), callMs);
    try {
      const { settings } = provider;
      const dataDirectory = scratch.folder('outside');
      const server = await MnemaServer.start({ dataDirectory, runtime: 'native', settings });
      try {
        const sentences = createSentences(1_300);
        const rows = await costRows(context, server, sentences);
        progress(`writing the rest of ${memories} memories`);
        await writeMemories(server, sentences, Math.max(0, memories - searchedMemories));
        await server.drain();
        const writerResidentBytes = residentBytes(server.child.pid);
        const store = { dataDirectory, key: await server.apiKey() };
        await server.stop();
        const embedder = 'outside embedder';
        return [
          ...rows,
          ...(await memoryRows({ embedder, store, settings, memories, writerResidentBytes, maxMegabytes, progress })),
        ];
      } finally {
        await server.kill();
      }
    } finally {
      await provider.stop();
    }
  },
};

/** Seconds of the processor and of the clock. */
interface Use {
  cpu: number;
  seconds: number;
}

async function costRows(
  { seconds, rounds, memories, progress }: MeasureContext,
  server: MnemaServer,
  sentences: ReturnType<typeof createSentences>,
): Promise<Row[]> {
  const written = Math.min(searchedMemories, memories);
  const question = createQuestions(1_301);
  const search = () => server.timedSearch({ query: question() });
  const useOf = async (work: () => Promise<unknown>): Promise<Use> => {
    const startedAt = performance.now();
    const before = cpuSeconds(server.child.pid);
    await work();
    const cpu = cpuSeconds(server.child.pid) - before;
    return { cpu, seconds: (performance.now() - startedAt) / 1_000 };
  };

  await server.warmUp();
  const first = Math.round(written * warmUpShare);
  progress(`writing ${written} memories`);
  await writeMemories(server, sentences, first);
  await server.drain();
  await delay(restMs);
  const idle = await useOf(() => delay(restMs));
  const msOf = ({ cpu, seconds }: Use, count: number) =>
    (1_000 * Math.max(0, cpu - (idle.cpu * seconds) / idle.seconds)) / count;
  const writes = await useOf(async () => {
    await writeMemories(server, sentences, written - first);
    await server.drain();
  });
  const count = Math.max(minSearches, Math.round(searchesPerSecondOfRound * seconds * rounds));
  progress(`${count} searches`);
  await times(minSearches, 1, search);
  const searches = await useOf(() => times(count, 1, search));

  const row = (measure: string, value: number, limit: number, mem0: number, note: string): Row => ({
    measure,
    value,
    baseline: null,
    unit: 'ms',
    goal: { kind: 'value at most', limit },
    mem0,
    note: `processor time of all threads of the server beyond what it uses idle, with a stand-in for Cohere, 1024 dimensions; ${note}`,
  });
  const { writeCpuMs, searchCpuMs } = mem0Figures;
  return [
    row(
      'CPU of a write with its ingest',
      msOf(writes, written - first),
      maxMs.write,
      writeCpuMs,
      `mean of ${written - first}`,
    ),
    row(
      `CPU of a search, ${written} memories`,
      msOf(searches, count),
      maxMs.search,
      searchCpuMs,
      `mean of ${count}, one at a time`,
    ),
  ];
}
