import { build } from './bootstrap/build.mjs';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensurePython } from './bootstrap/ensure-python.mjs';
import { ensureRedis } from './bootstrap/ensure-redis.mjs';
import { passInterruptionError } from './bootstrap/interruption.mjs';
import { runConformance } from './bootstrap/run-conformance.mjs';
import { runGoTests } from './bootstrap/run-go-tests.mjs';
import { runPytest } from './bootstrap/run-pytest.mjs';
import { runReleaseTrial } from './bootstrap/run-release-trial.mjs';
import { runRetrieval } from './bootstrap/run-retrieval.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';

// One line a suite. `run` prints what it does and answers { passed, failed }; one that cannot run throws.
const inTurn = [
  { name: 'setup: packages', run: () => step(ensureInstalled('workspace')) },
  { name: 'setup: Python tools', run: () => step(ensurePython()) },
  { name: 'setup: Redis', run: () => step(ensureRedis()) },
  { name: 'setup: build', run: () => step(build()) },
  { name: 'setup: TypeScript SDK', run: () => step(buildSdk()) },
  { name: 'server', run: () => runVitest('server') },
];
/** They wait more than they work. */
const sideBySide = [
  { name: 'secret scanner', run: () => runVitest('packages/secret-scanner') },
  { name: 'bridge', run: () => runVitest('packages/mcp') },
  { name: 'retrieval', run: () => runRetrieval() },
  { name: 'TypeScript SDK', run: () => runVitest('packages/sdk') },
  { name: 'example: an agent', run: () => runVitest('examples/typescript') },
  { name: 'example: Vercel AI SDK', run: () => runVitest('examples/vercel-ai') },
  { name: 'Go SDK', run: () => runGoTests('sdks/go') },
  { name: 'Python SDK', run: () => runPytest('sdks/python') },
  { name: 'Python examples', run: () => runPytest('examples/python') },
  { name: 'conformance harness', run: () => runVitest('conformance') },
  { name: 'conformance', run: () => runConformance() },
  { name: 'release trial', run: () => runReleaseTrial() },
];

async function step(work) {
  const code = (await work) ?? 0;
  if (code !== 0) throw new Error(`ended with ${code}`);
  return { passed: 0, failed: 0 };
}

async function runSuite({ name, run }) {
  try {
    return await run();
  } catch (error) {
    passInterruptionError(error);
    console.error(`${name} could not run: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

await runScript(async () => {
  const total = { passed: 0, failed: 0 };
  const runAll = async (suites) => {
    for (const suite of suites) {
      const { passed, failed } = await runSuite(suite);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await runAll(inTurn);
  const waiting = sideBySide.values();
  await Promise.all([runAll(waiting), runAll(waiting)]);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
