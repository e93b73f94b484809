import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../processes/child.ts';
import type { ReadyServices, ServiceReply, ServiceRequest, ServiceResult } from './service-messages.ts';

/** The services of a server in production, in their own processes. */
export interface Services extends Omit<ReadyServices, 'kind'> {
  call<Result extends ServiceResult>(request: ServiceRequest): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts MongoDB and Redis. The first run on a machine installs MongoDB into the user's cache. */
export function startStores(folder: string): Promise<Services> {
  return startServices('stores', folder);
}

/** Starts a provider of vectors that takes this long for each call. */
export function startProvider(folder: string, callMs: number): Promise<Services> {
  return startServices('provider', folder, { CALL_MS: String(callMs) });
}

async function startServices(name: string, folder: string, environment: NodeJS.ProcessEnv = {}): Promise<Services> {
  const child: Child = startChild({
    script: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
    environment: { ...process.env, ...environment },
    logFile: join(folder, `${name}.log`),
    // It has child processes of its own to end.
    lastSignal: 'SIGTERM',
  });
  const waiting = new Map<number, PromiseWithResolvers<ServiceResult>>();
  let lastId = 0;
  const { settings, pids } = await new Promise<ReadyServices>((resolve, reject) => {
    child.process.once('exit', () => {
      const error = new Error(`the process of the ${name} ended:\n${child.output()}`);
      reject(error);
      for (const call of waiting.values()) call.reject(error);
    });
    child.process.on('message', (message) => {
      const reply = message as ServiceReply;
      if (reply.kind === 'ready') {
        resolve(reply);
        return;
      }
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.kind === 'answer') call?.resolve(reply.result);
      else call?.reject(new Error(reply.message));
    });
  });
  return {
    settings,
    pids,
    call: async <Result extends ServiceResult>(request: ServiceRequest) => {
      const call = Promise.withResolvers<ServiceResult>();
      const id = ++lastId;
      waiting.set(id, call);
      child.process.send({ id, request });
      return (await call.promise) as Result;
    },
    stop: () => child.stop(),
  };
}
