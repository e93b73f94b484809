import { MnemaServer } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, Row } from './measure.ts';

/** The larger store has this many times the memories of the smaller one, and its export may take no more memory. */
const factor = 10;
const maxPartBytes = 4 * 1024 * 1024;
/** An export keeps a page in memory at a time, and garbage until the next collection. */
const maxGrowthMegabytes = 16;

/** Measures an export of a whole account, its import into an empty one, and the memory in RAM that both take. */
export const transfer: Measure = {
  name: 'transfer',
  async run({ scratch, progress, memories: smaller }) {
    const sizes = [smaller, smaller * factor];
    const rows: Row[] = [];
    const growths: number[] = [];
    for (const memories of sizes) {
      const dataDirectory = scratch.folder(`transfer-${memories}`);
      const { accounts } = await writeSyntheticStore({
        ...{ dataDirectory, accounts: 1, memoriesEach: memories, embedded: true, progress },
      });
      const key = accounts[0]?.key ?? '';
      const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key });
      try {
        // The encoder, words and vectors of the account are loaded now, so that their memory does not count for the
        // export.
        await server.warmUp();
        progress(`exporting ${memories}`);
        const exported = await exportAll(server, key);
        growths.push(exported.growth);
        rows.push(
          row(`export of ${memories} memories`, memories / exported.seconds, 'per second', `${exported.megabytes} MB`),
        );
        if (memories === sizes.at(-1))
          rows.push(...(await importRows(scratch.folder('transfer-import'), exported.parts, progress)));
      } finally {
        await server.kill();
      }
    }
    const [small = 0, large = 0] = growths;
    rows.push({
      measure: `RSS growth of an export, ${sizes.join(' and ')} memories`,
      value: large,
      baseline: small,
      unit: 'MB',
      goal: { kind: 'value at most', limit: small + maxGrowthMegabytes },
      note: 'highest while it is sent, beyond that at rest; baseline: the smaller export',
    });
    return rows;
  },
};

function row(measure: string, value: number, unit: Row['unit'], note: string): Row {
  return { measure, value, baseline: null, unit, goal: null, note };
}

/** Reads an export to its end, and cuts it into bodies of imports. */
async function exportAll(server: MnemaServer, key: string) {
  const before = residentBytes(server.child.pid);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentBytes(server.child.pid));
  }, 50);
  const startedAt = performance.now();
  const parts: Buffer[] = [];
  let bytes = 0;
  let rest = Buffer.alloc(0);
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/export`, { headers: { 'X-API-Key': key } });
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      rest = Buffer.concat([rest, chunk]);
      if (rest.length < maxPartBytes / 2) continue;
      const end = rest.lastIndexOf(10) + 1;
      parts.push(rest.subarray(0, end));
      rest = Buffer.from(rest.subarray(end));
    }
    parts.push(rest);
    if (!rest.toString().endsWith('}\n') || !rest.includes('{"end":true')) throw new Error('the export was cut off');
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, parts, megabytes: Math.round(bytes / 1e6), growth: (highest - before) / 1e6 };
}

async function importRows(
  dataDirectory: string,
  parts: readonly Buffer[],
  progress: (message: string) => void,
): Promise<Row[]> {
  const server = await MnemaServer.start({ dataDirectory, runtime: 'native' });
  try {
    await server.warmUp();
    const key = await server.apiKey();
    const send = async () => {
      let accepted = 0;
      const startedAt = performance.now();
      for (const [at, body] of parts.entries()) {
        progress(`importing part ${at + 1} of ${parts.length}`);
        const headers = { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' };
        const response = await fetch(`http://127.0.0.1:${server.port}/import`, { method: 'POST', headers, body });
        if (response.status !== 200)
          throw new Error(`an import was answered with ${response.status}: ${await response.text()}`);
        accepted += ((await response.json()) as { accepted: number }).accepted;
      }
      return { accepted, seconds: (performance.now() - startedAt) / 1_000 };
    };
    const before = residentBytes(server.child.pid);
    const first = await send();
    const growth = (residentBytes(server.child.pid) - before) / 1e6;
    const again = await send();
    if (again.accepted > 0) throw new Error(`${again.accepted} memories were imported twice`);
    return [
      row(
        `import of ${first.accepted} memories`,
        first.accepted / first.seconds,
        'per second',
        'one request at a time, while ingest runs',
      ),
      row('the same import again', first.accepted / again.seconds, 'per second', 'every line is skipped'),
      row('RSS growth of the import', growth, 'MB', 'with the words that searches hold in memory'),
    ];
  } finally {
    await server.kill();
  }
}
