import type { Costs } from './costs.ts';

/** The assumptions about an installation, which docs/scale.md lists. */
const assumed = {
  /** The share of all memories that is written again in a day. */
  writtenDaily: 0.01,
  searchesPerWrite: 2,
  /** The ratio of the busiest second to the mean. */
  peak: 3,
  /** The load of a processor at the peak. */
  busy: 0.6,
  /** The memory of a search node, and the share of it that vectors may take. */
  searchNodeBytes: 64e9,
  searchNodeShare: 0.5,
  /** The bytes on the disk of one shard, so that it can be copied and moved in hours. */
  shardBytes: 1e12,
  memoriesOfAccount: 1_000,
};

/** The limits that the documentation of Atlas and of Cohere states. */
const limits = {
  /** The maximum number of objects in a search index on a shard; with more it stops following changes. */
  indexObjects: 2.1e9,
  /** The texts that Cohere embeds for a production key in a minute. */
  cohereTextsPerMinute: 2_000,
};

export interface Plan {
  memories: number;
  accounts: number;
  writesPerSecond: number;
  searchesPerSecond: number;
  diskBytes: number;
  vectorBytes: number;
  /** The shards that each limit needs; the largest counts. */
  shardsByDisk: number;
  shardsByVectors: number;
  shardsByObjects: number;
  shards: number;
  /** The processors that the peak needs. */
  serverCores: number;
  workerCores: number;
  /** The share of the one processor that a Redis uses. */
  redisShare: number;
  cohereKeys: number;
}

/** Computes the resources for this number of memories. Rates are those of the busiest second. */
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
