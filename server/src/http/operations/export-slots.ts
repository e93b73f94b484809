import { unavailable } from '../../ports/errors.ts';

/** The maximum of open exports, each of which has a snapshot of the store or a file. */
const maxOpen = { perAccount: 2, inAll: 16 };
/** An export gives way at the earliest when it has waited this long for its reader. */
const graceMs = 10_000;
/** An export does not give way if its reader takes this many characters a second. */
const fastPace = 1_000_000;

interface OpenExport {
  accountId: string;
  characters: number;
  /** The time for which the export waited for its reader, and since when it waits; null while it does not. */
  waitedMs: number;
  waitingSince: number | null;
  cutOff: AbortController;
}

/** Limits the open exports. If all slots are taken, the one with the slowest reader gives way to another account. */
export function createExportSlots(now: () => number) {
  const open = new Set<OpenExport>();

  async function* use(one: OpenExport, parts: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
    const own = [...open].filter(({ accountId }) => accountId === one.accountId).length;
    const slowest = open.size >= maxOpen.inAll && own === 0 ? findSlowest() : undefined;
    if (own >= maxOpen.perAccount || (open.size >= maxOpen.inAll && !slowest)) {
      throw unavailable('Too many exports are open. Read them to the end, then try again.', 5);
    }
    if (slowest) {
      open.delete(slowest);
      slowest.cutOff.abort();
    }
    open.add(one);
    try {
      for await (const part of parts) {
        one.waitingSince = now();
        yield part;
        one.waitedMs += now() - one.waitingSince;
        one.waitingSince = null;
        one.characters += part.length;
      }
    } finally {
      open.delete(one);
    }
  }

  function findSlowest(): OpenExport | undefined {
    const at = now();
    const paced = [...open].map((one) => {
      const waitedMs = one.waitedMs + (one.waitingSince === null ? 0 : at - one.waitingSince);
      return { one, waitedMs, pace: one.characters / (waitedMs / 1_000) };
    });
    const slow = paced.filter(({ waitedMs, pace }) => waitedMs >= graceMs && pace < fastPace);
    return slow.sort((a, b) => a.pace - b.pace)[0]?.one;
  }

  /** Returns the parts, of which the first one takes a slot, and a signal that aborts when the export gives way. */
  return (accountId: string, parts: AsyncGenerator<string, void>) => {
    const cutOff = new AbortController();
    const one: OpenExport = { accountId, characters: 0, waitedMs: 0, waitingSince: null, cutOff };
    return { parts: use(one, parts), signal: cutOff.signal };
  };
}
