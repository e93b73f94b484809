// Opens a store of the library in its later version, and dies by SIGKILL while it adds the index of authors:
// node open-later.ts sqlite DIRECTORY, or node open-later.ts mongodb URI.
import { DatabaseSync } from 'node:sqlite';
import type { Connection } from '../../src/adapters/mongodb/connection/connect.ts';
import { openSqliteStore } from '../../src/adapters/sqlite/open-store.ts';
import { laterKinds } from './later-library.ts';
import { laterWorkers } from './library-workers.ts';

const [type, location = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

if (type === 'sqlite') {
  const exec = DatabaseSync.prototype.exec;
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql);
    if (sql.includes('"book_author"')) die();
  };
  await openSqliteStore(location, { now: () => 0, kinds: laterKinds, workers: laterWorkers });
} else {
  const { openConnected } = await import('../../src/adapters/mongodb/connection/connect.ts');
  const { ensureIndexes } = await import('../../src/adapters/mongodb/schema/indexes.ts');
  const ensure = ({ client, db }: Connection) => {
    client.on('commandStarted', ({ command }) => {
      // The message is on its way to the server.
      if (command['createIndexes'] === 'book') setImmediate(die);
    });
    return ensureIndexes(db, laterKinds);
  };
  await openConnected(location, ensure, { monitorCommands: true });
}
console.log('opened');
