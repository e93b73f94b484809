import { buildSdk } from './bootstrap/build-sdk.mjs';
import { checkSite } from './bootstrap/build-site.mjs';
import { checkChart } from './bootstrap/check-chart.mjs';
import { checkGo } from './bootstrap/check-go.mjs';
import { checkImage } from './bootstrap/check-image.mjs';
import { checkPackages } from './bootstrap/check-packages.mjs';
import { checkPython } from './bootstrap/check-python.mjs';
import { checkWorkflows } from './bootstrap/check-workflows.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { passInterruptionError } from './bootstrap/interruption.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { capture } from './bootstrap/run-tool.mjs';
import { checkProse } from './prose/check-prose.mjs';
import { readVersion } from './release/one-version.mjs';

// These settings stop Redocly from sending usage data and looking for a newer version.
const offline = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const contractLint = ['lint', 'openapi/openapi.yaml', '--config', 'openapi/redocly.yaml'];

// Each line is one check. `run` returns { code, output }; the output is shown when the code is not 0.
const checks = [
  { name: 'format and lint', run: () => capture('biome', ['ci', '--error-on-warnings', '--colors=off', '.']) },
  { name: 'build of the TypeScript SDK', run: async () => ({ code: await buildSdk(), output: '' }) },
  { name: 'types', run: () => capture('tsc', ['-p', 'server', '--noEmit']) },
  { name: 'types of the secret scanner', run: () => capture('tsc', ['-p', 'packages/secret-scanner', '--noEmit']) },
  { name: 'types of the bridge', run: () => capture('tsc', ['-p', 'packages/mcp', '--noEmit']) },
  { name: 'types of the benchmarks', run: () => capture('tsc', ['-p', 'bench', '--noEmit']) },
  { name: 'types of the TypeScript SDK', run: () => capture('tsc', ['-p', 'packages/sdk']) },
  { name: 'types of its tests', run: () => capture('tsc', ['-p', 'packages/sdk/tsconfig.test.json']) },
  { name: 'types of the dashboard', run: () => capture('tsc', ['-p', 'packages/dashboard']) },
  { name: 'types of its tests', run: () => capture('tsc', ['-p', 'packages/dashboard/tsconfig.test.json']) },
  { name: 'types of the example: an agent', run: () => capture('tsc', ['-p', 'examples/typescript']) },
  {
    name: 'types of the package for the Vercel AI SDK',
    run: () => capture('tsc', ['-p', 'packages/ai-sdk', '--noEmit']),
  },
  { name: 'types of the conformance harness', run: () => capture('tsc', ['-p', 'conformance']) },
  { name: 'words of names', run: () => capture('node', ['scripts/check-names.mjs']) },
  { name: 'words of comments', run: () => capture('cspell', ['lint', '--no-progress', '--no-summary']) },
  { name: 'words of documents', run: () => checkProse() },
  { name: 'documentation site', run: checkSite },
  { name: 'dead code', run: () => capture('knip', ['--no-progress']) },
  {
    name: 'import arrow',
    run: () => capture('depcruise', ['server', 'bench', 'scripts', 'packages', 'conformance']),
  },
  { name: 'contract lint', run: () => capture('redocly', contractLint, { env: offline }) },
  { name: 'contract examples', run: () => capture('node', ['scripts/check-contract-examples.mjs']) },
  { name: 'generated code', run: () => capture('node', ['scripts/generate.mjs', '--check']) },
  { name: 'Go: format, vet, staticcheck', run: checkGo },
  { name: 'Python: format, lint, types', run: checkPython },
  { name: 'image and Compose file', run: checkImage },
  { name: 'Helm chart', run: checkChart },
  { name: 'workflows', run: checkWorkflows },
  { name: 'one version in all packages', run: async () => ({ code: 0, output: readVersion() }) },
  { name: 'packages', run: checkPackages },
];

async function runCheck({ name, run }) {
  const startedAt = Date.now();
  const { code, output } = await run().catch((error) => {
    passInterruptionError(error);
    return { code: 1, output: error.message };
  });
  const line = `${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`;
  console.log(code === 0 ? line : `${line}\n${output.trimEnd()}\n`);
  return code === 0;
}

await runScript(async () => {
  await ensureInstalled('workspace');
  let failed = 0;
  for (const check of checks) {
    if (!(await runCheck(check))) failed += 1;
  }
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
