import { costsWith } from './costs.ts';
import { type Plan, planFor } from './plan.ts';

const sizes = [1e6, 1e8, 1e10];

const rows: [string, (plan: Plan) => string][] = [
  ['accounts of 1,000 memories', ({ accounts }) => round(accounts)],
  ['writes a second, at the peak', ({ writesPerSecond }) => round(writesPerSecond)],
  ['searches a second, at the peak', ({ searchesPerSecond }) => round(searchesPerSecond)],
  ['on disk, before copies', ({ diskBytes }) => bytes(diskBytes)],
  ['vectors in the memory of search nodes', ({ vectorBytes }) => bytes(vectorBytes)],
  ['shards by disk (1 TB each)', ({ shardsByDisk }) => round(shardsByDisk)],
  ['shards by memory for vectors (32 GB each)', ({ shardsByVectors }) => round(shardsByVectors)],
  ['shards by objects of an index (2.1 · 10⁹ each)', ({ shardsByObjects }) => round(shardsByObjects)],
  ['**shards**', ({ shards }) => `**${round(shards)}**`],
  ['processors of servers', ({ serverCores }) => round(serverCores)],
  ['processors of workers', ({ workerCores }) => round(workerCores)],
  ['a Redis is busy', ({ redisShare }) => `${round(redisShare * 100)} %`],
];

/** Prints the tables of docs/scale.md. */
export function toTables(): string {
  return (['local', 'cohere'] as const)
    .map((embedder) => {
      const plans = sizes.map((memories) => planFor(memories, costsWith[embedder]));
      const wanted: typeof rows =
        embedder === 'cohere'
          ? [...rows, ['keys of Cohere (2,000 texts a minute each)', (plan) => round(plan.cohereKeys)]]
          : rows;
      const title = embedder === 'local' ? 'local model, 384 dimensions' : 'Cohere, 1024 dimensions';
      return [
        `| ${title} | 10⁶ memories | 10⁸ | 10¹⁰ |`,
        '|---|---:|---:|---:|',
        ...wanted.map(([name, cell]) => `| ${name} | ${plans.map(cell).join(' | ')} |`),
      ].join('\n');
    })
    .join('\n\n');
}

function round(value: number): string {
  const digits = value >= 10 ? 0 : 1;
  return Number(value.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: value >= 0.1 ? digits : 3 });
}

function bytes(value: number): string {
  for (const [unit, size] of [
    ['TB', 1e12],
    ['GB', 1e9],
    ['MB', 1e6],
  ] as const) {
    if (value >= size) return `${round(value / size)} ${unit}`;
  }
  return `${round(value)} B`;
}
