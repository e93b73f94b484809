import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { findFreePort } from '../find-free-port.ts';
import { installMongod } from './install-mongod.ts';

export type Mongod = Awaited<ReturnType<typeof startMongod>>;

const startLimitMs = 5 * 60_000;
/** A folder in memory, if there is one: its files outlive the process, and the tests wait for no disk. */
const memoryFolder = '/dev/shm';

/** A MongoDB replica set of one, on a port and files of its own. Ends with this process. */
export async function startMongod() {
  const command = await installMongod();
  const directory = await mkdtemp(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), 'mnema-mongod-'));
  const data = join(directory, 'data');
  const logFile = join(directory, 'log');
  await mkdir(data);
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const endWithUs = () => void child?.kill('SIGKILL');
  process.on('exit', endWithUs);

  const start = async () => {
    const [program, ...first] = command;
    const options = [
      ...['--dbpath', data, '--port', String(port), '--bind_ip', '127.0.0.1', '--replSet', 'rs0'],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '64', '--nounixsocket', '--logpath', logFile],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--setParameter', 'enableTestCommands=1'],
    ];
    const started = spawn(program, [...first, ...options], { stdio: 'ignore' });
    child = started;
    const deadline = Date.now() + startLimitMs;
    while (!(await responds(port))) {
      if (started.exitCode !== null || started.signalCode !== null || Date.now() > deadline) {
        const log = await readFile(logFile, 'utf8').catch(() => '');
        throw new Error(`mongod did not start: ${log.slice(-2_000)}`);
      }
      await setTimeout(50);
    }
    await becomePrimary(port);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  await start();
  return {
    port,
    /** The id of the process that runs now. */
    pid: () => child?.pid ?? 0,
    /** Ends it like a power failure: nothing is flushed. */
    kill: () => end('SIGKILL'),
    /** Starts again on the same files and port. */
    start,
    /** Ends it and removes its files. */
    async stop(): Promise<void> {
      process.off('exit', endWithUs);
      await end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function becomePrimary(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    const config = { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] };
    await admin.command({ replSetInitiate: config }).catch((error: { codeName?: string }) => {
      if (error.codeName !== 'AlreadyInitialized') throw error;
    });
    const deadline = Date.now() + startLimitMs;
    while (!(await admin.command({ hello: 1 }))['isWritablePrimary']) {
      if (Date.now() > deadline) throw new Error('mongod did not become primary');
      await setTimeout(50);
    }
  } finally {
    await client.close();
  }
}

async function responds(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
  const isResponding = await connected.then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isResponding;
}
