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
    // These tests mostly wait. The longest come first, so that none of them runs alone at the end.
    sideBySide: [
      vitestSuite('dashboard', 'packages/dashboard'),
      conformanceSuite('conformance'),
      vitestSuite('bridge', 'packages/mcp'),
      pytestSuite('Python SDK', 'sdks/python'),
      { name: 'retrieval', run: runRetrieval },
      { name: 'release trial', run: runReleaseTrial },
      { name: 'Go SDK', run: () => runGoTests('sdks/go') },
      vitestSuite('package for the Vercel AI SDK', 'packages/ai-sdk'),
      vitestSuite('secret scanner', 'packages/secret-scanner'),
      vitestSuite('TypeScript SDK', 'packages/sdk'),
      vitestSuite('example: an agent', 'examples/typescript'),
      pytestSuite('Python examples', 'examples/python'),
      vitestSuite('conformance harness', 'conformance'),
    ],
  }),
);
