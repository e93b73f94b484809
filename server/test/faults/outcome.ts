import { type Client, type ListedMemory, listAll } from '../process/client.ts';
import type { Random } from '../process/random.ts';
import type { Writers, Written } from './writers.ts';

/** What became of the acknowledged writes, as clients see it. Every list is empty when all is well. */
export interface Outcome {
  lost: string[];
  doubled: string[];
  /** Memories that an acknowledged deletion had deleted. */
  resurrected: string[];
  /** Memories with another id or text, or that no writer wrote. */
  wrong: string[];
  stuck: string[];
  /** Memories that failed although the provider takes the text, or without the code of the reason. */
  failedWrongly: string[];
  notFound: string[];
  /** Failed, as they had to. */
  failed: number;
}

const maxSearches = 25;

export async function examine(
  client: Client,
  { written, deleted }: Pick<Writers, 'written' | 'deleted'>,
  { random, poisonCode }: { random: Random; poisonCode: string },
): Promise<Outcome> {
  const listed = await listAll(client);
  const byMarker = Map.groupBy(listed, ({ memory }) => markerOf(memory));
  const outcome: Outcome = {
    lost: [...written.keys()].filter((marker) => !byMarker.has(marker)),
    doubled: [...byMarker].filter(([, found]) => found.length > 1).map(([marker]) => marker),
    resurrected: [...deleted.keys()].filter((marker) => byMarker.has(marker)),
    wrong: listed
      .filter((memory) => !isAsWritten(memory, new Map([...written, ...deleted])))
      .map(({ memory }) => markerOf(memory)),
    stuck: listed.filter(({ status }) => status === 'pending').map(({ memory }) => markerOf(memory)),
    failedWrongly: [],
    notFound: [],
    failed: listed.filter(({ status }) => status === 'failed').length,
  };
  for (const { memory, status, failure } of listed) {
    const { poisonous = false } = written.get(markerOf(memory)) ?? {};
    if ((status === 'failed') !== poisonous || (poisonous && failure?.code !== poisonCode)) {
      if (status !== 'pending') outcome.failedWrongly.push(`${markerOf(memory)}: ${failure?.code ?? status}`);
    }
  }
  const ready = listed.filter(({ status }) => status === 'ready');
  for (let searches = 0; searches < Math.min(maxSearches, ready.length); searches++) {
    const { id, memory } = ready[random.below(ready.length)] as ListedMemory;
    const { status, body } = await client.send('POST', '/search', { query: memory, top_k: 1, explain: true });
    const [first] = status === 200 ? body.results : [];
    // It is found by its vector, too: nothing was left half done.
    if (first?.id !== id || !(first.explain.signals.vector.raw > 0)) outcome.notFound.push(`${memory}: ${status}`);
  }
  return outcome;
}

function isAsWritten({ id, memory, metadata }: ListedMemory, written: ReadonlyMap<string, Written>): boolean {
  const expected = written.get(markerOf(memory));
  return expected?.id === id && expected.text === memory && metadata['marker'] === markerOf(memory);
}

function markerOf(text: string): string {
  return text.split(' ')[0] as string;
}
