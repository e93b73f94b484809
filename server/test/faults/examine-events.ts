import type { ReceivedEvent } from './event-receiver.ts';
import type { KnownMemory } from './known-memory.ts';

/** What became of the events of webhooks. Every list is empty when all is well. */
export type EventOutcome = ReturnType<typeof examineEvents>;

/** Compares what was received with the changes of memories. */
export function examineEvents(events: readonly ReceivedEvent[], memories: readonly KnownMemory[]) {
  const byId = new Map(memories.flatMap((memory) => (memory.id === null ? [] : [[memory.id, memory] as const])));
  const received = Map.groupBy(events, ({ memoryId }) => memoryId);
  return {
    /** Events of what was never committed. */
    withoutCommit: events.filter((event) => !isOfCommit(event, byId.get(event.memoryId))).map(describe),
    /** Committed changes whose events no attempt has delivered. */
    undelivered: [...byId.values()].flatMap((memory) => missingOf(memory, received.get(memory.id as string) ?? [])),
    /** Memories whose events came in another order than their changes. */
    disordered: [...received]
      .filter(([, those]) => !isInOrder(those))
      .map(([id, those]) => `${id}: ${those.map(nameOf)}`),
  };
}

function nameOf({ type, version }: Pick<ReceivedEvent, 'type' | 'version'>): string {
  return version === null ? type : `${type} ${version}`;
}

function describe(event: ReceivedEvent): string {
  return `${event.memoryId}: ${nameOf(event)}`;
}

function isOfCommit({ type, version }: ReceivedEvent, memory: KnownMemory | undefined): boolean {
  if (!memory) return false;
  if (type === 'memory.deleted' || type === 'memory.expired') return type === `memory.${memory.end}`;
  if (version === null || version > memory.version) return false;
  if (type === 'memory.updated') return version > 1;
  return type === (memory.poisonous ? 'memory.failed' : 'memory.ready');
}

function missingOf(memory: KnownMemory, events: readonly ReceivedEvent[]): string[] {
  const accepted = events.filter(({ isAccepted }) => isAccepted);
  const names = new Set(accepted.map(nameOf));
  const expected = Array.from({ length: memory.version - 1 }, (_, at) => `memory.updated ${at + 2}`);
  if (memory.end) expected.push(`memory.${memory.end}`);
  const missing = expected.filter((name) => !names.has(name));
  const ingested = memory.poisonous ? 'memory.failed' : 'memory.ready';
  const isIngested = accepted.some(({ type, version }) => type === ingested && Number(version) >= memory.textVersion);
  // Ingest may not have come to those that ended.
  if (memory.there === 'yes' && !isIngested) missing.push(`${ingested} ${memory.textVersion}`);
  return missing.map((name) => `${memory.id}: ${name}`);
}

/** An event may come again, but none after one that follows it. */
function isInOrder(events: readonly ReceivedEvent[]): boolean {
  const positions = events.map(positionOf);
  return positions.every((position, at) => at === 0 || position >= (positions[at - 1] as number));
}

/** The position of an event among those of its memory. */
function positionOf({ type, version }: ReceivedEvent): number {
  return version === null ? Number.POSITIVE_INFINITY : version * 2 + Number(type !== 'memory.updated');
}
