import { parentPort } from 'node:worker_threads';
import { giveWay } from '../adapters/sqlite/threads/give-way.ts';
import { placePoints } from '../domain/map/place-points.ts';
import { messageOf } from '../lib/message-of.ts';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../lib/thread-messages.ts';

export interface MapOperations {
  place(vectors: readonly Float32Array[]): ReturnType<typeof placePoints>;
}

// The thread that places points. It computes for seconds, so that it lets the other threads run first.
const port = parentPort;
if (!port) throw new Error('points are placed by a worker thread only');
giveWay();
port.on('message', (message: ThreadMessage) => {
  if (message === 'close') port.close();
  else for (const request of message) port.postMessage([reply(request)]);
});

function reply({ id, argument }: ThreadRequest): ThreadReply {
  try {
    return { id, result: placePoints(argument as Parameters<MapOperations['place']>[0]) };
  } catch (error) {
    return { id, error: { message: messageOf(error), unavailable: false } };
  }
}
