import { MnemaServer } from '../processes/mnema-server.ts';

/** Starts a server for requests, and workers that make memories ready, each in its own process. */
export interface Roles {
  api: MnemaServer;
  workers: MnemaServer[];
  /** Ends the workers. */
  stopWorkers(): Promise<void>;
  startWorkers(count: number): Promise<void>;
  kill(): Promise<void>;
}

export async function startRoles(options: {
  folder: (name: string) => string;
  settings: Record<string, string>;
  workers: number;
}): Promise<Roles> {
  const start = (role: 'api' | 'worker') =>
    MnemaServer.start({
      dataDirectory: options.folder(role),
      runtime: 'native',
      settings: { ...options.settings, MNEMA_ROLES: role },
    });
  const api = await start('api');
  const workers: MnemaServer[] = [];
  const startWorkers = async (count: number) => {
    // They start one after the other: on few cores they would only slow each other down.
    for (let started = 0; started < count; started++) workers.push(await start('worker'));
  };
  await startWorkers(options.workers);
  return {
    api,
    workers,
    startWorkers,
    async stopWorkers() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    async kill() {
      await Promise.all([api, ...workers].map((server) => server.kill()));
    },
  };
}
