import type { Costs } from './costs.ts';

/** What is assumed of an installation; docs/scale.md says so. */
const assumed = {
  /** Of all memories, written again in a day. */
  writtenDaily: 0.01,
  searchesPerWrite: 2,
  /** The busiest second, to the mean. */
  peak: 3,
  /** How busy a processor may be at the peak. */
  busy: 0.6,
  /** Memory of a search node, and how much of it the vectors may take. */
  searchNodeBytes: 64e9,
  searchNodeShare: 0.5,
  /** What one shard should hold on disk, so that it can be copied and moved in hours. */
  shardBytes: 1e12,
  memoriesOfAccount: 1_000,
};

/** Of Atlas and of Cohere, as their documentation has it. */
const limits = {
  /** Objects of a search index on a shard, beyond which it stops to follow changes. */
  indexObjects: 2.1e9,
  /** Texts that Cohere embeds for a production key in a minute. */
  cohereTextsPerMinute: 2_000,
};

export interface Plan {
  memories: number;
  accounts: number;
  writesPerSecond: number;
  searchesPerSecond: number;
  diskBytes: number;
  vectorBytes: number;
  /** Shards by each limit; the largest counts. */
  shardsByDisk: number;
  shardsByVectors: number;
  shardsByObjects: number;
  shards: number;
  /** Processors at the peak. */
  serverCores: number;
  workerCores: number;
  /** Share of the one processor that a Redis uses. */
  redisShare: number;
  cohereKeys: number;
}

/** What so many memories need. Rates are those of the busiest second. */
export function planFor(memories: number, costs: Costs): Plan {
  const writesPerSecond = (memories * assumed.writtenDaily * assumed.peak) / 86_400;
  const searchesPerSecond = writesPerSecond * assumed.searchesPerWrite;
  const diskBytes = memories * costs.diskBytes;
  const vectorBytes = memories * costs.vectorIndexBytes;
  const shardsByDisk = Math.ceil(diskBytes / assumed.shardBytes);
  const shardsByVectors = Math.ceil(vectorBytes / (assumed.searchNodeBytes * assumed.searchNodeShare));
  const shardsByObjects = Math.ceil(memories / limits.indexObjects);
  const cores = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000 / assumed.busy));
  return {
    memories,
    accounts: memories / assumed.memoriesOfAccount,
    writesPerSecond,
    searchesPerSecond,
    diskBytes,
    vectorBytes,
    shardsByDisk,
    shardsByVectors,
    shardsByObjects,
    shards: Math.max(shardsByDisk, shardsByVectors, shardsByObjects),
    serverCores: cores(writesPerSecond * costs.serverMsOfWrite + searchesPerSecond * costs.serverMsOfSearch),
    workerCores: cores(writesPerSecond * costs.workerMsOfWrite),
    redisShare: (writesPerSecond * costs.redisMsOfWrite) / 1_000,
    cohereKeys: Math.ceil((writesPerSecond * 60) / limits.cohereTextsPerMinute),
  };
}
