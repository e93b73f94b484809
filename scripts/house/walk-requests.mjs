import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Counts the files of server/src whose code runs in the main thread during one write and during one search. */
export async function walkRequests(root) {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-walk-'));
  const load = (path) => import(pathToFileURL(join(root, 'server/src', path)).href);
  const { parseConfig } = await load(
    existsSync(join(root, 'server/src/config/config.ts')) ? 'config/config.ts' : 'config.ts',
  );
  const { startServer } = await load('main.ts');
  const server = await startServer(
    parseConfig({ MNEMA_PORT: '0', MNEMA_DATA_DIR: directory, MNEMA_LOG_LEVEL: 'silent' }),
  );
  try {
    const send = (path, body) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': server.firstAccount.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.text());
    const write = () => send('/memories', { text: 'Anna keeps the tide tables of 2024 in a blue folder.' });
    const search = () => send('/search', { query: 'Where are the tide tables?' });
    // Code that runs only at the first request is not counted.
    for (let number = 0; number < 3; number++) {
      await write();
      await search();
    }
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const source = pathToFileURL(join(root, 'server/src/')).href;
    const filesOf = async (request) => {
      await session.post('Profiler.takePreciseCoverage');
      await request();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
      return ran.filter(({ url }) => url.startsWith(source)).length;
    };
    return { write: await filesOf(write), search: await filesOf(search) };
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
