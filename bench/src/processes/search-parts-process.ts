import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NumberedRequest, PartsReply, PartsRequest } from '../baselines/search-parts-messages.ts';
import { type Child, startChild } from './child.ts';
import type { Runtime } from './mnema-server.ts';

export interface SearchParts {
  child: Child;
  /** The number of vectors in a scan. */
  memories: number;
  /** The milliseconds of the work. */
  run(request: PartsRequest): Promise<number>;
}

const script = fileURLToPath(new URL('../baselines/search-parts.ts', import.meta.url));

/** @param store - the data directory whose memories are copied; without it there are none */
export async function startSearchParts(options: {
  folder: string;
  runtime: Runtime;
  store?: string;
}): Promise<SearchParts> {
  const child = startChild({
    script,
    environment: { ...process.env, FOLDER: options.folder, RUNTIME: options.runtime, STORE: options.store ?? '' },
    logFile: join(options.folder, 'output.log'),
  });
  const waiting = new Map<number, { resolve(milliseconds: number): void; reject(error: Error): void }>();
  let lastId = 0;
  const memories = await new Promise<number>((resolve, reject) => {
    child.process.once('exit', () => {
      const error = new Error(`the process of the bare parts ended:\n${child.output()}`);
      reject(error);
      for (const call of waiting.values()) call.reject(error);
    });
    child.process.on('message', (message) => {
      const reply = message as PartsReply;
      if (reply.kind === 'ready') {
        resolve(reply.memories);
        return;
      }
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.kind === 'done') call?.resolve(reply.milliseconds);
      else call?.reject(new Error(reply.message));
    });
  });
  return {
    child,
    memories,
    run(request) {
      const numbered: NumberedRequest = { ...request, id: ++lastId };
      return new Promise((resolve, reject) => {
        waiting.set(numbered.id, { resolve, reject });
        child.process.send(numbered);
      });
    },
  };
}
