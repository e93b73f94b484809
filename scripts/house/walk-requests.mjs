import { mkdtempSync, rmSync } from 'node:fs';
import { Server, ServerResponse } from 'node:http';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** Each request is made this often. Only files that every one of them enters count, since timers enter others. */
const rounds = 5;
/** Embedding of an earlier memory has ended after this time. */
const quietMs = 400;

/**
 * Finds the files of server/src whose code runs in the main thread during one write and during one search. A request
 * lasts from its arrival until the head of its response is written.
 */
export async function walkRequests(root) {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-walk-'));
  const load = (path) => import(pathToFileURL(join(root, 'server/src', path)).href);
  const { parseConfig } = await load('config/config.ts');
  const { startServer } = await load('main.ts');
  const server = await startServer(
    parseConfig({ MNEMA_PORT: '0', MNEMA_DATA_DIR: directory, MNEMA_LOG_LEVEL: 'silent' }),
  );
  const coverage = startCoverage(pathToFileURL(join(root, 'server/src/')).href);
  try {
    const send = (path, body) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': server.firstAccount.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.text());
    const write = () => send('/memories', { text: 'Anna keeps the tide tables of 2024 in a blue folder.' });
    const search = () => send('/search', { query: 'Where are the tide tables?' });
    const filesOf = async (request) => {
      // Code that runs only at the first request does not count.
      await request();
      let common;
      for (let round = 0; round < rounds; round++) {
        await delay(quietMs);
        await request();
        common = common?.intersection(coverage.entered()) ?? coverage.entered();
      }
      return [...common].sort();
    };
    return { write: await filesOf(write), search: await filesOf(search) };
  } finally {
    coverage.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Counts the code that runs between the arrival of a request and the head of its response. */
function startCoverage(source) {
  const session = new Session();
  session.connect();
  // A session of the same thread responds before `post` returns.
  const post = (method, parameters) => {
    let response;
    session.post(method, parameters, (error, result) => {
      if (error) throw error;
      response = result;
    });
    return response;
  };
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let entered = new Set();
  const { emit } = Server.prototype;
  const { writeHead } = ServerResponse.prototype;
  Server.prototype.emit = function (event, ...given) {
    if (event === 'request') post('Profiler.takePreciseCoverage');
    return emit.call(this, event, ...given);
  };
  ServerResponse.prototype.writeHead = function (...given) {
    const { result } = post('Profiler.takePreciseCoverage');
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
    entered = new Set(ran.filter(({ url }) => url.startsWith(source)).map(({ url }) => url.slice(source.length)));
    return writeHead.apply(this, given);
  };
  return {
    entered: () => entered,
    stop() {
      Object.assign(Server.prototype, { emit });
      Object.assign(ServerResponse.prototype, { writeHead });
      session.disconnect();
    },
  };
}
