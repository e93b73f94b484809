import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as esm from '@mnema/sdk';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const cjs: typeof esm = createRequire(import.meta.url)('@mnema/sdk');
const manifest = JSON.parse(read('package.json'));
/**
 * The limit is the goal of the commission. Of these bytes, openapi-fetch takes about 2,500. A further method adds about
 * 30 to 80.
 */
const maxBytes = 13_000;
/** The limits of what an installation downloads and stores. Two thirds are types with their documentation. */
const maxPackedBytes = 90_000;
const maxUnpackedBytes = 450_000;

describe('the built package', () => {
  it(`has at most ${maxBytes} bytes after gzip`, () => {
    const bytes = gzipSync(read('dist/index.js'), { level: 9 }).length;
    console.log(`dist/index.js: ${bytes} bytes after gzip`);
    expect(bytes, 'shorten the client, or raise maxBytes and say why').toBeLessThanOrEqual(maxBytes);
  });

  it(`has at most ${maxPackedBytes} bytes packed and ${maxUnpackedBytes} unpacked`, () => {
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const options = { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const [{ size, unpackedSize, files }] = JSON.parse(execFileSync('npm', words, options));
    console.log(`the package: ${size} bytes packed, ${unpackedSize} unpacked`);
    expect(files.map(({ path }: { path: string }) => path)).toContain('dist/index.d.cts');
    expect(size, 'leave out what users do not need').toBeLessThanOrEqual(maxPackedBytes);
    expect(unpackedSize, 'leave out what users do not need').toBeLessThanOrEqual(maxUnpackedBytes);
  });

  it('has the same declarations for import and require', () => {
    const options = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
    const entries = ['index', 'webhooks'].flatMap((name) => [`${name}.d.ts`, `${name}.d.cts`]);
    const files = entries.map((name) => fileURLToPath(new URL(`dist/${name}`, root)));
    const program = ts.createProgram(files, {
      ...options,
      noEmit: true,
      strict: true,
      types: [],
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    });
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
    const checker = program.getTypeChecker();
    const [ofModules, ofCommonJs, ...ofWebhooks] = files.map((file) => {
      const symbol = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
      return checker.getExportsOfModule(symbol).map(({ name }) => name);
    });
    expect(ofModules).toEqual(ofCommonJs);
    expect(ofModules).toContain('Mnema');
    expect(ofWebhooks).toEqual(Array(2).fill(expect.arrayContaining(['unwrap', 'WebhookVerificationError'])));
  });

  it('needs no other package and nothing of Node.js', () => {
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
    for (const file of [
      'dist/index.js',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/webhooks.js',
      'dist/webhooks.cjs',
    ]) {
      const { importedFiles } = ts.preProcessFile(read(file), true, true);
      expect(importedFiles, file).toEqual([]);
    }
  });

  it('exports the version of its manifest', () => {
    expect(esm.version).toBe(manifest.version);
  });

  it('has the same names for import and require', () => {
    expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort());
  });

  it('recognises the errors of its other half, where instanceof does not', async () => {
    const mnema = new cjs.Mnema({ apiKey: 'mnk_1', maxRetries: 0, fetch: () => Promise.reject(new Error('gone')) });
    const error = await mnema.usage().catch((caught: unknown) => caught);
    expect(error instanceof esm.MnemaError).toBe(false);
    expect(esm.APIConnectionError.is(error)).toBe(true);
    expect(esm.MnemaError.is(error)).toBe(true);
    expect([esm.APITimeoutError.is(error), esm.APIError.is(error)]).toEqual([false, false]);
    expect([null, undefined, 'text', {}, new Error('other')].some((value) => esm.MnemaError.is(value))).toBe(false);
  });

  it('prints its errors with the names of their classes, although its identifiers are minified', async () => {
    const fetch = async () => Response.json({ code: 'not_found', detail: 'gone' }, { status: 404 });
    const error = await new esm.Mnema({ apiKey: 'mnk_1', fetch }).usage().catch((caught: unknown) => caught);
    expect(inspect(error)).toMatch(/^NotFoundError: 404 not_found: gone/);
    expect((error as Error).constructor.name).toBe('NotFoundError');
  });

  it('contains the licence of the package that is bundled', () => {
    expect(read('dist/openapi-fetch-LICENSE.txt')).toContain('Copyright (c) 2023 Drew Powers');
  });

  it('bundles the version of openapi-fetch with which a checkout runs its sources', () => {
    const ofCheckout = JSON.parse(read('../../package.json')).dependencies;
    expect(manifest.devDependencies['openapi-fetch']).toBe(ofCheckout['openapi-fetch']);
  });

  it('has no type of openapi-fetch in its declarations', () => {
    expect(read('dist/index.d.cts')).not.toMatch(/openapi-fetch|FetchOptions|ClientMethod|Middleware/);
  });

  it('verifies webhooks with the globals of the web only', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import vm from 'node:vm';
      const { crypto, TextEncoder, TextDecoder, atob, btoa, Headers } = globalThis;
      const web = { crypto, TextEncoder, TextDecoder, atob, btoa, given: JSON.parse(process.argv[2]), out: {} };
      web.given.headers = new Headers(web.given.headers);
      web.given.body = new TextEncoder().encode(web.given.body).buffer;
      const script = readFileSync(process.argv[1], 'utf8');
      const run = '(async () => { const module = { exports: {} };' + script +
        '\\n;out.event = await module.exports.unwrap(given.body, given.headers, given.secrets, given); })()';
      await vm.runInNewContext(run, web);
      console.log(web.out.event.type);
    `;
    const { cases } = JSON.parse(read('../../conformance/webhook-signatures.json'));
    const given = { ...cases.find(({ name }: { name: string }) => name === 'an event'), toleranceSeconds: 1e9 };
    const file = new URL('dist/webhooks.cjs', root).pathname;
    const words = ['--input-type=module', '-e', program, file, JSON.stringify(given)];
    expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toBe('memory.deleted\n');
  });

  it('has an entry for receivers of webhooks, for import and require', async () => {
    const halves = [await import('@mnema/sdk/webhooks'), createRequire(import.meta.url)('@mnema/sdk/webhooks')];
    for (const { unwrap, WebhookVerificationError } of halves) {
      const caught = await unwrap('{}', {}, 'whsec_AAAA').catch((error: unknown) => error);
      expect([WebhookVerificationError.is(caught), esm.MnemaError.is(caught)]).toEqual([true, true]);
    }
  });

  it('runs with the globals of the web only', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import vm from 'node:vm';
      const { fetch, Headers, Request, AbortController, URL, setTimeout, clearTimeout, crypto, FormData, console, performance } = globalThis;
      const answer = async (url, init) => new Response(JSON.stringify({ url, agent: init.headers.get('user-agent') }));
      const web = { Headers, Request, AbortController, URL, setTimeout, clearTimeout, crypto, FormData, console, performance, answer, out: {} };
      const script = readFileSync(process.argv[1], 'utf8');
      const run = '(async () => { const module = { exports: {} };' + script +
        '\\n;out.usage = await new module.exports.Mnema({ apiKey: "k", baseUrl: "http://x", fetch: answer }).usage(); })()';
      await vm.runInNewContext(run, web);
      console.log(JSON.stringify(web.out.usage));
    `;
    const file = new URL('dist/index.cjs', root).pathname;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, file], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({
      url: 'http://x/usage',
      agent: `mnema-typescript/${manifest.version} (unknown; unknown)`,
    });
  });
});
