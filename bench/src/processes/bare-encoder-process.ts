import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EncoderWork, EncoderWorkReply, NumberedWork } from '../baselines/bare-encoder-messages.ts';
import { type Child, startChild } from './child.ts';
import type { Runtime } from './mnema-server.ts';

export interface BareEncoder {
  child: Child;
  /** Returns the milliseconds of the work. */
  run(work: EncoderWork): Promise<number>;
}

const script = fileURLToPath(new URL('../baselines/bare-encoder.ts', import.meta.url));

/** @param runtime - the runtime for texts of memories; queries always use the native one */
export async function startBareEncoder(options: { folder: string; runtime: Runtime }): Promise<BareEncoder> {
  const child = startChild({
    script,
    environment: { ...process.env, FOLDER: options.folder, RUNTIME: options.runtime },
    logFile: join(options.folder, 'output.log'),
  });
  const waiting = new Map<number, { resolve(milliseconds: number): void; reject(error: Error): void }>();
  let lastId = 0;
  await new Promise<void>((resolve, reject) => {
    child.process.once('exit', () => {
      const error = new Error(`the process of the bare encoder ended:\n${child.output()}`);
      reject(error);
      for (const call of waiting.values()) call.reject(error);
    });
    child.process.on('message', (message) => {
      const reply = message as EncoderWorkReply;
      if (reply.kind === 'ready') {
        resolve();
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
    run(work) {
      const numbered: NumberedWork = { ...work, id: ++lastId };
      return new Promise((resolve, reject) => {
        waiting.set(numbered.id, { resolve, reject });
        child.process.send(numbered);
      });
    },
  };
}
