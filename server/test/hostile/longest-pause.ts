import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

export interface Pause {
  /** In milliseconds. */
  ms: number;
  /** The requests that were under way meanwhile. */
  first: number;
  last: number;
}

/**
 * The longest time that the event loop of a process kept GET /healthz waiting while requests were sent to it, one after
 * the other, until it is `enoughMs`. It is the processor time of the loop's thread where the system counts that: what
 * else the machine is busy with does not matter.
 */
export async function longestPause(
  { url, pid }: { url: string; pid: number },
  sends: readonly (() => Promise<unknown>)[],
  enoughMs: number,
): Promise<Pause> {
  // A connection of its own: these requests must not queue before the others.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest: Pause = { ms: 0, first: 0, last: 0 };
  let current = 0;
  let over = false;
  let before = { ms: 0, request: 0 };
  const look = async () => {
    await answerOf(`${url}/healthz`, agent);
    const ms = clockOf(pid) - before.ms;
    if (ms > longest.ms) longest = { ms, first: before.request, last: current };
    before = { ms: clockOf(pid), request: current };
  };
  await answerOf(`${url}/healthz`, agent);
  before.ms = clockOf(pid);
  const asking = (async () => {
    while (!over) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  try {
    for (const [at, send] of sends.entries()) {
      current = at;
      await send();
      if (longest.ms >= enoughMs) break;
    }
  } finally {
    over = true;
    await asking;
    // The last request may have begun and ended since.
    await look();
    agent.destroy();
  }
  return longest;
}

/** Processor time of the first thread of a process, in milliseconds; time itself where the system does not count it. */
function clockOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function answerOf(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}
