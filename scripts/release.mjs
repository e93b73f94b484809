// Builds the published packages, tries each in an empty project against a server, and publishes them.
// `--dry-run` publishes nothing. `--output <folder>` leaves what would be published there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../conformance/src/server.ts';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { archiveForGo, buildForPython, goModule, packChart, packForNpm } from './release/artifacts.mjs';
import { makeBillOfMaterials, tryBillOfMaterials } from './release/bill-of-materials.mjs';
import { collectArtifacts, requireEmpty } from './release/collect-artifacts.mjs';
import { npmPackages, readManifest } from './release/npm-packages.mjs';
import { readVersion } from './release/one-version.mjs';
import { publishToNpm, publishToPyPi, requireCleanTree, tagGo } from './release/publish.mjs';
import {
  installServer,
  programOf,
  tryBridge,
  tryGo,
  tryPython,
  tryServer,
  tryTypeScript,
} from './release/try-artifacts.mjs';

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    // Only tests set this, to save time: they try the SDKs and the bridge against the server of this repository.
    'tried-only': { type: 'boolean', default: false },
    json: { type: 'string' },
    output: { type: 'string' },
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
  const version = readVersion();
  console.log(`ok    one version in all packages: ${version}`);
  const bill = await makeBillOfMaterials();
  const all = !options['tried-only'];
  const tarballs = await packForNpm(folder, all ? npmPackages : ['packages/sdk', 'packages/mcp']);
  const { wheel, source } = await buildForPython(folder);
  const proxy = await archiveForGo(folder, version);
  // The trials run against the server as it is published.
  const project = all ? await installServer(folder, tarballs) : undefined;
  const server = await startServer({}, project && programOf(project));
  const env = { MNEMA_API_KEY: server.apiKey, MNEMA_BASE_URL: server.url };
  const others = [tarballs['packages/sdk'], `ai@${readManifest('packages/ai-sdk').devDependencies.ai}`];
  const trials = {
    'bill of materials of the server': async () => tryBillOfMaterials(bill),
    'TypeScript SDK in an empty project': () => tryTypeScript(folder, tarballs, 'packages/sdk', env),
    'wheel in an empty environment': () => tryPython(folder, wheel, env),
    'bridge started by npx in an empty project': () => tryBridge(folder, tarballs['packages/mcp'], env),
    'Go module in an empty module': () => tryGo(folder, proxy, version, env),
    ...(all && {
      'server in an empty project': () => tryServer(project, env),
      'source distribution in an empty environment': () => tryPython(folder, source, env),
      'package for the Vercel AI SDK in an empty project': () =>
        tryTypeScript(folder, tarballs, 'packages/ai-sdk', env, others),
      'secret scanner in an empty project': () => tryTypeScript(folder, tarballs, 'packages/secret-scanner', env),
    }),
  };
  const failed = await tryAll(trials).finally(() => server.stop());
  if (options.json !== undefined) {
    writeFileSync(options.json, JSON.stringify({ passed: Object.keys(trials).length - failed, failed }));
  }
  if (options.output !== undefined) {
    const artifacts = {
      npm: Object.values(tarballs),
      python: [wheel, source],
      go: [join(proxy, goModule, '@v', `v${version}.zip`)],
      helm: [await packChart(folder)],
      sbom: [bill],
    };
    console.log(await collectArtifacts(artifacts, resolve(options.output)));
  }
  if (failed > 0) return 1;
  if (options['dry-run']) {
    console.log('dry run: nothing was published');
    return 0;
  }
  for (const [source, tarball] of Object.entries(tarballs)) {
    console.log(await publishToNpm(tarball, readManifest(source)));
  }
  console.log(await publishToPyPi({ wheel, source }));
  console.log(await tagGo(version));
  return 0;
}

await runScript(async () => {
  await ensureInstalled('workspace');
  if (options.output !== undefined) requireEmpty(options.output);
  if (!options['dry-run']) await requireCleanTree();
  const folder = mkdtempSync(join(tmpdir(), 'mnema-release-'));
  try {
    return await release(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
