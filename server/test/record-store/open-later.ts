// Opens a store of the library in its later version, and dies by SIGKILL while it adds the index of authors:
// node open-later.ts sqlite DIRECTORY, or node open-later.ts mongodb URI.
import { DatabaseSync } from 'node:sqlite';
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
  const { connect } = await import('../../src/adapters/mongodb/connection/connect.ts');
  const { ensureIndexes } = await import('../../src/adapters/mongodb/schema/indexes.ts');
  const { client, db } = await connect(location, { monitorCommands: true });
  client.on('commandStarted', ({ command }) => {
    // The message is on its way to the server.
    if (command['createIndexes'] === 'book') setImmediate(die);
  });
  await ensureIndexes(db, laterKinds);
}
console.log('opened');
