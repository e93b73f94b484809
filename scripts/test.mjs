import { build } from './bootstrap/build.mjs';
import { buildDashboard } from './bootstrap/build-dashboard.mjs';
import { conformanceSuite } from './bootstrap/conformance-suite.mjs';
import { ensureChromium } from './bootstrap/ensure-chromium.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensurePython } from './bootstrap/ensure-python.mjs';
import { pytestSuite } from './bootstrap/pytest-suite.mjs';
import { runGoTests } from './bootstrap/run-go-tests.mjs';
import { runReleaseTrial } from './bootstrap/run-release-trial.mjs';
import { runRetrieval } from './bootstrap/run-retrieval.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runSuites, setUp } from './bootstrap/run-suites.mjs';
import { vitestSuite } from './bootstrap/vitest-suite.mjs';

// Runs all tests that need neither Redis nor MongoDB; scripts/test-production.mjs runs the others.
await runScript(() =>
  runSuites({
    sequential: [
      setUp('packages', () => ensureInstalled('workspace')),
      setUp('Python tools', ensurePython),
      setUp('build', build),
      setUp('dashboard', buildDashboard),
      setUp('browser', ensureChromium),
      vitestSuite('server', 'server', ['server', 'server with fake timers']),
    ],
    // These tests mostly wait.
    sideBySide: [
      vitestSuite('secret scanner', 'packages/secret-scanner'),
      vitestSuite('dashboard', 'packages/dashboard'),
      vitestSuite('bridge', 'packages/mcp'),
      { name: 'retrieval', run: runRetrieval },
      vitestSuite('TypeScript SDK', 'packages/sdk'),
      vitestSuite('example: an agent', 'examples/typescript'),
      vitestSuite('package for the Vercel AI SDK', 'packages/ai-sdk'),
      { name: 'Go SDK', run: () => runGoTests('sdks/go') },
      pytestSuite('Python SDK', 'sdks/python'),
      pytestSuite('Python examples', 'examples/python'),
      vitestSuite('conformance harness', 'conformance'),
      conformanceSuite('conformance'),
      { name: 'release trial', run: runReleaseTrial },
    ],
  }),
);
