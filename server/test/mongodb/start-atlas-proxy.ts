import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { joinSockets } from '../join-sockets.ts';
import { AtlasError } from './atlas-error.ts';
import { type AtlasOptions, AtlasSearch } from './atlas-search.ts';

export type AtlasProxy = Awaited<ReturnType<typeof startAtlasProxy>>;

const messageOpcode = 2013;
const headerLength = 16;
const commands = ['aggregate', 'createSearchIndexes', 'updateSearchIndex', 'dropSearchIndex'];

/**
 * Stands between a driver and a MongoDB server and plays Atlas Search (see {@link AtlasSearch}); every other byte passes
 * as it is, so that the driver, its URI and its pipelines are those of production.
 */
export async function startAtlasProxy({ port }: { port: number }, options: AtlasOptions = { buildMs: 50, lagMs: 0 }) {
  const atlas = new AtlasSearch(`mongodb://127.0.0.1:${port}/`, { ...options });
  await atlas.start();
  const sockets = new Set<Socket>();
  const clients = new Set<string>();
  let isDown = false;
  let last: string | undefined;

  const server = createServer((driver) => {
    if (isDown) return void driver.destroy();
    const mongod = connect(port, '127.0.0.1');
    mongod.on('connect', () => clients.add(`127.0.0.1:${mongod.localPort}`));
    joinSockets(driver.setNoDelay(true), mongod.setNoDelay(true), sockets);
    mongod.pipe(driver);
    let received = Buffer.alloc(0);
    let handled = Promise.resolve();
    driver.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        if (last !== undefined && commandIn(message) === last) {
          last = undefined;
          mongod.unpipe(driver);
          mongod.once('data', () => setDown(true));
          // It was paused when it lost its reader.
          mongod.resume();
        }
        handled = handled.then(() => pass(atlas, message, driver, mongod));
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address() as AddressInfo;
  /** Breaks every connection that is open. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  /** While it is down, connections are broken as soon as they open. */
  function setDown(down: boolean): void {
    isDown = down;
    if (down) cut();
  }
  return {
    uri: `mongodb://127.0.0.1:${address.port}/?directConnection=true`,
    /** May be changed while it runs. */
    options: atlas.options,
    /** The `$search` and `$vectorSearch` stages that came, in order. */
    searches: atlas.searches as readonly Document[],
    /** All its connections to MongoDB so far, with the addresses that MongoDB lists. */
    clients: clients as ReadonlySet<string>,
    ...{ cut, setDown },
    /** Runs the next command of this name, and is down before its response. */
    goDownAfter(command: string): void {
      last = command;
    },
    async close(): Promise<void> {
      await atlas.stop();
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

async function pass(atlas: AtlasSearch, message: Buffer, driver: Socket, mongod: Socket): Promise<void> {
  const command = searchCommandIn(message);
  if (!command) {
    mongod.write(message);
    return;
  }
  const requestId = message.readInt32LE(4);
  try {
    const response = await atlas.run(command['$db'], command);
    if (!response) mongod.write(message);
    else if ('reply' in response) driver.write(toMessage(response.reply, { requestId: 0, responseTo: requestId }));
    else mongod.write(toMessage(response.instead, { requestId, responseTo: 0 }));
  } catch (error) {
    const reply =
      error instanceof AtlasError
        ? error.reply
        : { ok: 0, errmsg: `proxy: ${(error as Error).message}`, code: 8, codeName: 'UnknownError' };
    driver.write(toMessage(reply, { requestId: 0, responseTo: requestId }));
  }
}

const documentStart = headerLength + 4 + 1;

/** The name of the command in a plain message. */
function commandIn(message: Buffer): string | undefined {
  const isPlainMessage = message.readInt32LE(12) === messageOpcode && message[documentStart - 1] === 0;
  if (!isPlainMessage) return undefined;
  const nameStart = documentStart + 5;
  return message.toString('latin1', nameStart, message.indexOf(0, nameStart));
}

/** The command in a message that may be one of ours. */
function searchCommandIn(message: Buffer): Document | undefined {
  const name = commandIn(message);
  if (name === undefined || !commands.includes(name)) return undefined;
  // Cheaper than to decode every aggregation.
  if (name === 'aggregate' && !message.includes('earch')) return undefined;
  const length = message.readInt32LE(documentStart);
  return BSON.deserialize(message.subarray(documentStart, documentStart + length), { promoteLongs: false });
}

function toMessage(document: Document, { requestId, responseTo }: { requestId: number; responseTo: number }): Buffer {
  const body = BSON.serialize(document);
  const header = Buffer.alloc(headerLength + 4 + 1);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(messageOpcode, 12);
  return Buffer.concat([header, body]);
}
