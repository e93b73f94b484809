import { type Receiver, startReceiver } from '../http/webhook-steps.ts';
import type { Random } from '../process/random.ts';

export interface ReceivedEvent {
  type: string;
  memoryId: string;
  version: number | null;
  /** Whether the receiver responded with success. */
  isAccepted: boolean;
}

/** The share of deliveries whose first attempt is answered in these ways. */
const slowShare = 0.05;
const maxSlowMs = 400;
/** Of those that fail. The server waits ten seconds for one that hangs, and sends nothing else to this receiver meanwhile. */
const hangingShare = 0.2;

/** Starts a receiver of webhooks, which fails now and then, but takes every delivery at the second attempt. */
export async function startEventReceiver(random: Random, { failingShare }: { failingShare: number }) {
  const receiver: Receiver = await startReceiver();
  const seen = new Set<string>();
  const accepted = new Set<string>();
  receiver.respond((request, response) => {
    const id = String(request.headers['webhook-id']);
    const isFirst = !seen.has(id);
    seen.add(id);
    const accept = () => {
      accepted.add(id);
      response.writeHead(204).end();
    };
    const choice = isFirst ? random.next() : 1;
    if (choice < failingShare * hangingShare) return;
    if (choice < failingShare) response.writeHead(500).end();
    else if (choice < failingShare + slowShare) setTimeout(accept, random.below(maxSlowMs));
    else accept();
  });
  return {
    url: receiver.url,
    /** In the order of their arrival, with repetitions. */
    events: (): ReceivedEvent[] =>
      receiver.received.map(({ headers, body }) => {
        const { type, data } = JSON.parse(body);
        const isAccepted = accepted.has(String(headers['webhook-id']));
        return { type, memoryId: data.memory_id, version: data.version ?? null, isAccepted };
      }),
    close: receiver.close,
  };
}
