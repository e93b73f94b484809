import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import express, { type NextFunction, type Request, type Response } from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/process/spawn-server.ts';
import { dashboard, toDashboard } from './static-files.ts';

function serve() {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'pages/assets'), { recursive: true });
  writeFileSync(join(folder, 'private.txt'), 'private');
  writeFileSync(join(folder, 'pages/index.html'), '<title>Mnema</title>');
  writeFileSync(join(folder, 'pages/assets/main-1a2b.js'), 'run();');
  writeFileSync(join(folder, 'pages/assets/main-1a2b.js.gz'), gzipSync('run();'));
  const app = express()
    .get('/', toDashboard)
    .use('/app/', dashboard(pathToFileURL(`${folder}/pages/`)));
  app.use((error: { code: string }, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).json(error.code);
  });
  return supertest(app);
}

it('leads browsers to the pages, and leaves other callers of the same path alone', async () => {
  const pages = serve();
  const browser = await pages.get('/').set('Accept', 'text/html,application/xhtml+xml');
  expect([browser.status, browser.headers['location']]).toEqual([302, '/app/']);
  expect((await pages.get('/').set('Accept', 'application/json')).status).toBe(404);
});

it('serves the one page for every path, checked each time, under a policy that allows nothing inline', async () => {
  const pages = serve();
  for (const path of ['/app/', '/app/memories', '/app/assets', '/app/index.html']) {
    const { text, headers } = await pages.get(path);
    expect(text).toBe('<title>Mnema</title>');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect((await pages.get(path).set('If-None-Match', headers['etag'] as string)).status).toBe(304);
  }
});

it('lets caches keep files with a hash in their name, and sends the small copy to those who take it', async () => {
  const { text, headers } = await serve().get('/app/assets/main-1a2b.js').set('Accept-Encoding', 'gzip');
  expect(text).toBe('run();');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' });
  expect(headers['cache-control']).toContain('immutable');
  const plain = await serve().get('/app/assets/main-1a2b.js').set('Accept-Encoding', 'identity');
  expect([plain.text, plain.headers['content-encoding']]).toEqual(['run();', undefined]);
});

it('reads nothing outside of its folder', async () => {
  for (const path of ['/app/..%2fprivate.txt', '/app/%2e%2e/private.txt', '/app/assets/../../private.txt']) {
    expect((await serve().get(path)).text).not.toContain('private');
  }
});

it('rejects a file of another version, and methods that change something', async () => {
  const pages = serve();
  expect((await pages.get('/app/assets/main-0000.js')).body).toBe('not_found');
  expect((await pages.post('/app/')).body).toBe('method_not_allowed');
});
