import { build } from './bootstrap/build.mjs';
import { buildDashboard } from './bootstrap/build-dashboard.mjs';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { ensureChromium } from './bootstrap/ensure-chromium.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensurePython } from './bootstrap/ensure-python.mjs';
import { runConformance } from './bootstrap/run-conformance.mjs';
import { runGoTests } from './bootstrap/run-go-tests.mjs';
import { runPytest } from './bootstrap/run-pytest.mjs';
import { runReleaseTrial } from './bootstrap/run-release-trial.mjs';
import { runRetrieval } from './bootstrap/run-retrieval.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runSuites, setUp } from './bootstrap/run-suites.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';

// Runs all tests that need neither Redis nor MongoDB; scripts/test-production.mjs runs the others.
await runScript(() =>
  runSuites({
    sequential: [
      setUp('packages', () => ensureInstalled('workspace')),
      setUp('Python tools', ensurePython),
      setUp('build', build),
      setUp('TypeScript SDK', buildSdk),
      setUp('dashboard', buildDashboard),
      setUp('browser', ensureChromium),
      { name: 'server', run: () => runVitest('server', ['server', 'server with fake timers']) },
    ],
    // These tests mostly wait.
    sideBySide: [
      { name: 'secret scanner', run: () => runVitest('packages/secret-scanner') },
      { name: 'dashboard', run: () => runVitest('packages/dashboard') },
      { name: 'bridge', run: () => runVitest('packages/mcp') },
      { name: 'retrieval', run: runRetrieval },
      { name: 'TypeScript SDK', run: () => runVitest('packages/sdk') },
      { name: 'example: an agent', run: () => runVitest('examples/typescript') },
      { name: 'example: Vercel AI SDK', run: () => runVitest('examples/vercel-ai') },
      { name: 'Go SDK', run: () => runGoTests('sdks/go') },
      { name: 'Python SDK', run: () => runPytest('sdks/python') },
      { name: 'Python examples', run: () => runPytest('examples/python') },
      { name: 'conformance harness', run: () => runVitest('conformance') },
      { name: 'conformance', run: runConformance },
      { name: 'release trial', run: runReleaseTrial },
    ],
  }),
);
