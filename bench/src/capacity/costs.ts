/**
 * The costs were measured on 23 November 2026 with `npm run bench -- --only production-costs --only production-sizes`;
 * docs/scale.md describes the machine. Times are processor time in milliseconds.
 */
export interface Costs {
  serverMsOfWrite: number;
  serverMsOfSearch: number;
  workerMsOfWrite: number;
  redisMsOfWrite: number;
  /** The bytes of a memory and its vector in MongoDB, compressed, with indexes. */
  diskBytes: number;
  /** The bytes of a vector of signed bytes in the memory of a search node. */
  vectorIndexBytes: number;
}

const memoryBytes = 359 + 1_377;
const vectorBytes = 500 + 142;
/** This is not measured: vectors of bytes hardly compress, so the bytes grow with the dimensions. */
const moreDimensions = 1_024 - 384;
/** This is not measured: 112 bytes for each of some 14 pieces of a memory, which hardly compress either. */
const tokenBytes = 14 * 112;
/** This is not measured: the documentation of Atlas states it for 1,024 dimensions. */
const atlasBytes = 1_070;

export const costsWith: Record<'local' | 'cohere', Costs> = {
  local: {
    serverMsOfWrite: 12.5,
    serverMsOfSearch: 56.4,
    workerMsOfWrite: 10.1,
    redisMsOfWrite: 0.4,
    diskBytes: memoryBytes + vectorBytes + tokenBytes,
    vectorIndexBytes: (atlasBytes * 384) / 1_024,
  },
  cohere: {
    serverMsOfWrite: 12.4,
    serverMsOfSearch: 46.1,
    workerMsOfWrite: 4.4,
    redisMsOfWrite: 0.5,
    diskBytes: memoryBytes + vectorBytes + moreDimensions,
    vectorIndexBytes: atlasBytes,
  },
};
