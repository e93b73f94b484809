import { type Client, type ListedMemory, listAll } from '../process/client.ts';
import type { Random } from '../process/random.ts';
import { type KnownMemory, markerOf } from './known-memory.ts';

/** What became of the acknowledged writes, as clients see it. Every list is empty when all is well. */
export type Outcome = Awaited<ReturnType<typeof examine>>;

const maxSearches = 25;
const maxReads = 50;
const maxQueryLength = 60;

/** Looks at the memories after all faults. What writers could not know, such as the id of an imported memory, is noted. */
export async function examine(
  client: Client,
  memories: readonly KnownMemory[],
  { random, poisonCode }: { random: Random; poisonCode: string },
) {
  const listed = await listAll(client);
  const byMarker = Map.groupBy(listed, ({ memory }) => markerOf(memory));
  const byText = new Map(memories.flatMap((memory) => memory.texts.map((text) => [markerOf(text), memory] as const)));
  const found = new Map(
    memories.map((memory) => [memory, memory.texts.flatMap((text) => byMarker.get(markerOf(text)) ?? [])]),
  );
  const foundOf = (memory: KnownMemory) => found.get(memory) ?? [];
  for (const memory of memories) noteFound(memory, foundOf(memory)[0]);
  const knownOf = ({ memory }: ListedMemory) => byText.get(markerOf(memory));
  const outcome = {
    lost: memories.filter((memory) => memory.there === 'yes' && foundOf(memory).length === 0).map(nameOf),
    doubled: memories.filter((memory) => foundOf(memory).length > 1).map(nameOf),
    /** Memories that were deleted or that have expired. */
    resurrected: memories.filter((memory) => memory.there === 'no' && foundOf(memory).length > 0).map(nameOf),
    /** Memories with another id, text or version, or that no writer wrote. */
    wrong: listed.filter((memory) => !isAsWritten(memory, knownOf(memory))).map(({ memory }) => markerOf(memory)),
    stuck: listed.filter(({ status }) => status === 'pending').map(({ memory }) => markerOf(memory)),
    /** Memories that failed although the provider takes the text, or without the code of the reason. */
    failedWrongly: [] as string[],
    notFound: [] as string[],
    /** Failed, as they had to. */
    failed: listed.filter(({ status }) => status === 'failed').length,
  };
  for (const one of listed) {
    const { memory, status, failure } = one;
    const poisonous = knownOf(one)?.poisonous ?? false;
    if ((status === 'failed') !== poisonous || (poisonous && failure?.code !== poisonCode)) {
      if (status !== 'pending') outcome.failedWrongly.push(`${markerOf(memory)}: ${failure?.code ?? status}`);
    }
  }
  const ready = listed.filter(({ status, memory }) => status === 'ready' && memory.length < maxQueryLength);
  for (const { id, memory, metadata } of sample(ready, maxSearches, random)) {
    // The texts differ in one made-up word, so that another memory may be ranked before it.
    const query = { query: memory, filters: metadata, top_k: 1, explain: true };
    const { status, body } = await client.send('POST', '/search', query);
    const [first] = status === 200 ? body.results : [];
    // It is found by its vector, too: nothing was left half done.
    if (first?.id !== id || !(first.explain.signals.vector.raw > 0)) outcome.notFound.push(`${memory}: ${status}`);
  }
  const gone = memories.filter(({ there, id }) => there === 'no' && id !== null);
  for (const memory of sample(gone, maxReads, random)) {
    const { status } = await client.send('GET', `/memories/${memory.id}`);
    if (status !== 404) outcome.resurrected.push(`${nameOf(memory)} by its id: ${status}`);
  }
  const changed = memories.filter(({ there, version }) => there === 'yes' && version > 1);
  for (const memory of sample(changed, maxReads, random)) {
    const { body } = await client.send('GET', `/memories/${memory.id}/versions`);
    const first = body.results?.at(-1);
    if (body.results?.length !== memory.version || first.version !== 1 || first.text !== memory.first) {
      outcome.wrong.push(`${nameOf(memory)}: its versions`);
    }
  }
  return outcome;
}

/** Notes what only the store knew: of imported memories, and of writes without a key that got no response. */
function noteFound(known: KnownMemory, found: ListedMemory | undefined): void {
  if (found) known.id ??= found.id;
  if (known.there === 'maybe') {
    known.there = found ? 'yes' : 'no';
    // What was written without a response is not deleted again; what has an id was.
    if (!found && known.id !== null) known.end = 'deleted';
  }
  if (found && known.mayHaveChanged) {
    known.texts = [found.memory];
    known.version = found.version;
  }
}

function isAsWritten({ id, memory, metadata, version }: ListedMemory, known: KnownMemory | undefined): boolean {
  if (!known) return false;
  const isSame = known.id === id && known.texts.includes(memory) && metadata['marker'] === markerOf(memory);
  return isSame && known.version === version;
}

function nameOf({ id, texts }: KnownMemory): string {
  return `${texts.map(markerOf)} ${id}`;
}

function sample<One>(all: readonly One[], max: number, random: Random): One[] {
  const start = random.below(Math.max(1, all.length));
  return Array.from({ length: Math.min(max, all.length) }, (_, at) => all[(start + at) % all.length] as One);
}
