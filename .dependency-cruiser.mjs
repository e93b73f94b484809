// The one arrow: http, mcp → api → domain → ports ← adapters. `lib` is below all rooms; `app` wires them together, and
// `cli` stands above `app`.
import { readdirSync } from 'node:fs';

const tests = '[.](test|contract)[.]ts$';
const inputOutput =
  '^(node:)?(fs|net|http|http2|https|sqlite|child_process|worker_threads|cluster|dgram|dns|tls|readline|os)(/|$)';
const outerPackages =
  'node_modules/(express|express-openapi-validator|pino|@prometheus-io|commander|onnxruntime-[^/]+)/';

/** The rooms of server/src, and which other rooms each of them may import. */
const rooms = {
  lib: [],
  generated: [],
  ports: [],
  'domain/text': ['ports', 'lib'],
  'domain/events': ['ports', 'lib'],
  'domain/usage': ['domain/events', 'ports', 'lib'],
  'domain/accounts': ['domain/events', 'domain/usage', 'ports', 'lib'],
  'domain/memories': ['domain/text', 'domain/events', 'domain/usage', 'ports', 'lib'],
  'domain/search': ['domain/memories', 'domain/text', 'ports', 'lib'],
  'domain/ingest': ['domain/search', 'domain/memories', 'domain/text', 'ports', 'lib'],
  'domain/profile': ['domain/search', 'domain/memories', 'domain/text', 'ports', 'lib'],
  'domain/map': ['domain/profile', 'domain/memories', 'ports', 'lib'],
  'domain/transfer': ['domain/accounts', 'domain/events', 'domain/memories', 'domain/usage', 'ports', 'lib'],
  'domain/webhooks': ['domain/events', 'domain/usage', 'ports', 'lib'],
  config: ['domain', 'ports', 'lib'],
  observability: ['config', 'ports', 'lib'],
  api: ['config', 'domain', 'observability', 'ports', 'lib', 'generated'],
  http: ['api', 'domain', 'observability', 'ports', 'lib', 'generated'],
  mcp: ['api', 'domain', 'observability', 'ports', 'lib', 'generated'],
  app: ['http', 'mcp', 'api', 'domain', 'adapters', 'observability', 'config', 'ports', 'lib', 'generated'],
  cli: ['app', 'api', 'config', 'domain', 'ports', 'lib', 'generated'],
};

/** Adapters know no other adapter, but for these: all stores use the kit, and Redis counts by the rules of a process. */
const sharedAdapters = {
  sqlite: ['adapters/store-kit'],
  mongodb: ['adapters/store-kit'],
  bull: ['adapters/in-process'],
};
for (const adapter of readdirSync(new URL('server/src/adapters/', import.meta.url))) {
  rooms[`adapters/${adapter}`] = [...(sharedAdapters[adapter] ?? []), 'ports', 'lib'];
}

/** The kinds of records are one model of data, so all rooms of the domain may import them. */
const kinds = '^server/src/domain/[^/]+/(deletion-)?kinds[.]ts$';
/** Commands and queries run inside a transaction of the store. */
const inTransactions = '^server/src/domain/.*(commands|queries)[.]ts$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycles', 'Two modules that need each other are one module.', {}, { circular: true }),
    forbid('no-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    ...Object.entries(rooms).map(([room, allowed]) =>
      forbid(
        `${room}-may-import-${allowed.join('-') || 'nothing'}`,
        `A module of ${room} may import only these rooms: ${[room, ...allowed].join(', ')}.`,
        { path: `^server/src/${room}/`, pathNot: tests },
        {
          path: '^server/src/[^/]+/',
          pathNot: [`^server/src/(${[room, ...allowed].join('|')})/`, ...(room.startsWith('domain/') ? [kinds] : [])],
        },
      ),
    ),
    forbid(
      'only-cli-starts-the-server',
      'The entry of the server stands above all rooms; only the command line starts it.',
      { path: '^server/src/[^/]+/', pathNot: [tests, '^server/src/cli/'] },
      { path: '^server/src/[^/]+$' },
    ),
    forbid(
      'only-app-knows-adapters',
      'The composition in app/ is the only place that knows which adapter stands behind which port.',
      { path: '^server/src/', pathNot: [tests, '^server/src/(adapters|app)/'] },
      { path: '^server/src/adapters/' },
    ),
    forbid(
      'domain-does-no-io',
      'Input and output of the domain go through ports, so that every store and transport gives the same answers.',
      { path: '^server/src/(domain|ports)/', pathNot: tests },
      { path: [inputOutput, outerPackages] },
    ),
    forbid(
      'commands-await-only-their-transaction',
      'A command or query that awaits anything else would keep a transaction open, or all writes waiting.',
      { path: inTransactions },
      { path: '^server/src/lib/(batch-writer|coalesce|collector|create-|job-queue|with-timeout|yielding)' },
    ),
    forbid(
      'tests-are-not-imported',
      'What is published holds no test.',
      { pathNot: [tests, '^server/test/', '^bench/'] },
      { path: [tests, '^server/test/'] },
    ),
    forbid(
      'no-development-packages',
      'A production installation does not have them.',
      { path: '^server/src/', pathNot: tests },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^server/src/generated/docs/' },
    tsConfig: { fileName: 'server/tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
