import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';

const suite = fileURLToPath(new URL('./dist/index.js', packageOf('@modelcontextprotocol/conformance')));
const baselineOf = (version: string) => fileURLToPath(new URL(`./conformance-${version}.yml`, import.meta.url));

function packageOf(name: string): URL {
  return new URL(`file://${createRequire(import.meta.url).resolve(`${name}/package.json`)}`);
}

const app = useTestApp();

/** The suite can send no key: this adds it, and passes on all the rest as it is, Host and Origin too. */
async function withKey(): Promise<string> {
  const target = new URL(app.url);
  const proxy = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const { hostname: host, port } = target;
    const passed = forward(
      { host, port, method, path, headers: { ...headers, 'x-api-key': app.first.key } },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      },
    );
    request.pipe(passed);
    passed.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

async function conformance(words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [suite, 'server', '--url', await withKey(), ...words]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

describe('the official conformance suite', () => {
  it.each(['2025-11-25', '2026-07-28'])(
    'passes %s except for the checks that the list beside this test excludes',
    { timeout: 120_000 },
    async (version) => {
      const { code, output } = await conformance([
        ...['--requirements', version, '--expected-failures', baselineOf(version)],
      ]);
      expect(code, output).toBe(0);
    },
  );

  it('has a reason for each entry of these lists', () => {
    for (const version of ['2025-11-25', '2026-07-28']) {
      const lines = readFileSync(baselineOf(version), 'utf8').split('\n');
      const entries = lines.filter((line) => /^\s+- /.test(line));
      expect(entries.length).toBeGreaterThan(10);
      for (const entry of entries) expect(entry).toMatch(/ # \w/);
    }
  });
});
