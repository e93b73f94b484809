import type { MongodbFacts } from '../../app/services.ts';
import { type Finding, ok, problem, warning } from './check.ts';

/** `$vectorSearch` over vectors of bytes, and what Atlas still runs. */
const leastVersion = 7;
/** Above this a write waits for the network more than for anything else. */
const slowMs = 50;

const fixes: Record<Extract<MongodbFacts, { kind: 'unreachable' }>['obstacle'], string> = {
  uri: 'set MNEMA_MONGODB_URI to what Atlas shows under Connect > Drivers; special characters of the password are written as in URLs, @ as %40',
  name: 'correct the host in MNEMA_MONGODB_URI, or the name server of this machine',
  credentials:
    'correct user and password in MNEMA_MONGODB_URI (they are those of a database user, not of the Atlas account; @ is written %40)',
  right: 'give the user of MNEMA_MONGODB_URI the role readWrite on the database',
  tls: 'put this machine on the network access list of the Atlas project, which breaks TLS off for all others; for a cluster of your own, set tls and tlsCAFile in MNEMA_MONGODB_URI to what it uses',
  network:
    'check that the cluster runs (Atlas pauses small ones), that this machine is on its network access list, and host and port in MNEMA_MONGODB_URI',
};

export function checkMongodb(facts: MongodbFacts): Finding {
  if (facts.kind === 'unreachable') {
    return problem(`no connection: ${facts.reason}`, fixes[facts.obstacle]);
  }
  const { version, pingMs, replicated, store, write, database } = facts;
  const finding = `MongoDB ${version} answers in ${Math.round(pingMs)} ms`;
  if (!(Number.parseInt(version, 10) >= leastVersion)) {
    return problem(`${finding}, and is too old`, `use MongoDB ${leastVersion}.0 or newer at MNEMA_MONGODB_URI`);
  }
  if (!replicated) {
    return problem(
      `${finding}, and is no replica set: it has no transactions`,
      'use Atlas, or start mongod with --replSet and run rs.initiate()',
    );
  }
  if (store.kind === 'newer')
    return problem(store.reason, 'upgrade Mnema, or name another database in MNEMA_MONGODB_URI');
  if (store.kind === 'absent') {
    return ok(
      `${finding}; there is no store in the database ${database} yet, the first start or mnema migrate creates it`,
    );
  }
  if (write?.kind === 'failed') {
    return problem(
      `${finding}, and did not confirm a write: ${write.reason}`,
      'look at the cluster: a majority of its members must run and have disk space left, and the user of MNEMA_MONGODB_URI needs readWrite',
    );
  }
  const written = write === null ? '' : `, a majority confirms a write in ${Math.round(write.ms)} ms`;
  if (pingMs > slowMs) {
    return warning(`${finding}${written}: that is far`, 'run the server in the region of the cluster');
  }
  return ok(`${finding}${written}; database ${database}`);
}

export function checkSearchIndexes(facts: MongodbFacts): Finding {
  if (facts.kind === 'unreachable') return problem('could not be looked at', 'see MongoDB');
  const { searchIndexes, store } = facts;
  if (searchIndexes === null) {
    return problem(
      'this MongoDB has no search',
      'use Atlas, or mongodb/mongodb-atlas-local in a container, and set MNEMA_MONGODB_URI to it',
    );
  }
  if (store.kind === 'absent') return ok('the first start or mnema migrate creates them');
  const found = searchIndexes.map(judge);
  const lines = found.map(({ finding }) => finding);
  const worst = found.find(({ status }) => status === 'problem') ?? found.find(({ status }) => status === 'warning');
  return worst ? { ...worst, lines } : ok(lines.join('; '));
}

type SearchIndex = NonNullable<Extract<MongodbFacts, { kind: 'connected' }>['searchIndexes']>[number];

function judge({ name, state }: SearchIndex): Finding {
  switch (state.kind) {
    case 'ready':
      return ok(`${name} is ready`);
    case 'missing':
      return problem(`${name} is missing`, 'run mnema migrate, which creates it and waits for it');
    case 'building':
      return warning(
        `${name} is ${state.status}${state.queryable ? ', and its former version answers' : ''}`,
        'run mnema migrate, which waits for it; a large store takes long',
      );
    case 'failed':
      return problem(
        `${name} could not be built: ${state.reason}`,
        `look at it in Atlas, drop it there (dropSearchIndex("${name}")), and run mnema migrate`,
      );
    case 'outdated':
      return problem(`${name} has another definition than this version needs`, 'run mnema migrate, which updates it');
    case 'of_other_type':
      return problem(`${name} is of type ${state.type}`, `drop it (dropSearchIndex("${name}")), and run mnema migrate`);
    case 'of_other_dimensions':
      return problem(
        `${name} is for vectors of ${state.dimensions} numbers, and the embedder makes ${state.wanted}`,
        `set MNEMA_EMBEDDING_DIMENSIONS to what the model gives, or drop the index (dropSearchIndex("${name}")) and run mnema migrate`,
      );
  }
}
