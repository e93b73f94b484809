import { expect, it } from 'vitest';
import { maxPause } from '../hostile/max-pause.ts';
import { spawnServer, temporaryDirectory } from '../process/spawn-server.ts';

const maxPauseMs = 150;
/** A collection of garbage does not come back, a stall does: the best of these counts. */
const tries = 3;
const bodyBytes = 4 * 1024 * 1024;

const lineOf = (values: number) => `${JSON.stringify({ text: 'a', metadata: { a: Array(values).fill(0) } })}\n`;
const bodies: [what: string, status: number, body: Buffer][] = [
  ['line breaks', 400, Buffer.alloc(bodyBytes, '\n')],
  ['blank lines', 400, Buffer.alloc(bodyBytes, ' \n')],
  ['one blank line', 200, Buffer.alloc(bodyBytes, ' ')],
  ['10,000 blank lines', 200, Buffer.from(`${' '.repeat(418)}\n`.repeat(10_000))],
  ['lines with as many values as there may be', 200, Buffer.from(lineOf(99_000).repeat(21))],
];

it('no line of an import keeps the event loop busy, not even a blank one', async () => {
  const { url, pid, key } = await spawnServer({ directory: temporaryDirectory() });
  const headers = { 'X-API-Key': key ?? '', 'Content-Type': 'application/x-ndjson' };
  for (const [what, status, body] of bodies) {
    let shortest = Number.POSITIVE_INFINITY;
    const send = async () => {
      const response = await fetch(`${url}/import`, { method: 'POST', headers, body: new Uint8Array(body) });
      expect([what, response.status]).toEqual([what, status]);
      await response.arrayBuffer();
    };
    for (let tried = 0; tried < tries && shortest >= maxPauseMs; tried++) {
      shortest = Math.min(shortest, (await maxPause({ url, pid }, [send], maxPauseMs)).ms);
    }
    expect.soft(shortest, what).toBeLessThan(maxPauseMs);
  }
});
