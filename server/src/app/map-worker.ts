import { parentPort } from 'node:worker_threads';
import { arrangePoints } from '../domain/map/arrange-points.ts';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../lib/create-thread.ts';
import { giveWay } from '../lib/give-way.ts';
import { messageOf } from '../lib/message-of.ts';

// The thread that positions points. It computes for seconds, so it lets the other threads run first.
const port = parentPort;
if (!port) throw new Error('points are placed by a worker thread only');
giveWay();
port.on('message', (message: ThreadMessage) => {
  if (message === 'close') port.close();
  else for (const request of message) port.postMessage([reply(request)]);
});

function reply({ id, argument }: ThreadRequest): ThreadReply {
  try {
    return { id, result: arrangePoints(argument as Parameters<typeof arrangePoints>[0]) };
  } catch (error) {
    return { id, error: { message: messageOf(error), unavailable: false } };
  }
}
