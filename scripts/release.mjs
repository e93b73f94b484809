// Builds what is published, tries each SDK in an empty project against a server, and publishes. `--dry-run` publishes nothing.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../conformance/src/server.ts';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { root } from './bootstrap/paths.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { archiveForGo, buildForPython, packForNpm } from './release/artifacts.mjs';
import { publishToNpm, publishToPyPi, requireCleanTree, tagGo } from './release/publish.mjs';
import { readSdkVersion } from './release/sdk-versions.mjs';
import { tryGo, tryPython, tryTypeScript } from './release/try-artifacts.mjs';

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    // For tests: the server's package is checked elsewhere.
    'sdks-only': { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

async function tryAll(trials) {
  let failed = 0;
  for (const [name, run] of Object.entries(trials)) {
    try {
      console.log(`ok    ${name}: ${(await run()).trim()}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${name}: ${error.message}`);
    }
  }
  return failed;
}

async function release(folder) {
  const version = readSdkVersion();
  console.log(`ok    one version in all SDKs: ${version}`);
  const tarballs = await packForNpm(folder, options['sdks-only'] ? ['packages/sdk'] : undefined);
  const distributions = await buildForPython(folder);
  const proxy = await archiveForGo(folder, version);
  const server = await startServer();
  const env = { MNEMA_API_KEY: server.apiKey, MNEMA_BASE_URL: server.url };
  const trials = {
    'npm tarball in an empty project': () => tryTypeScript(folder, tarballs['packages/sdk'], env),
    'wheel in an empty environment': () => tryPython(folder, distributions, env),
    'Go module in an empty module': () => tryGo(folder, proxy, version, env),
  };
  const failed = await tryAll(trials).finally(() => server.stop());
  if (options.json !== undefined) {
    writeFileSync(options.json, JSON.stringify({ passed: Object.keys(trials).length - failed, failed }));
  }
  if (failed > 0) return 1;
  if (options['dry-run']) {
    console.log('dry run: nothing was published');
    return 0;
  }
  for (const [source, tarball] of Object.entries(tarballs)) {
    const manifest = JSON.parse(readFileSync(join(root, source, 'package.json'), 'utf8'));
    console.log(await publishToNpm(tarball, manifest));
  }
  console.log(await publishToPyPi(distributions));
  console.log(await tagGo(version));
  return 0;
}

await runScript(async () => {
  await ensureInstalled('workspace');
  if (!options['dry-run']) await requireCleanTree();
  const folder = mkdtempSync(join(tmpdir(), 'mnema-release-'));
  try {
    return await release(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
