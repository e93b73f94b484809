import { build } from './bootstrap/build.mjs';
import { buildDashboard } from './bootstrap/build-dashboard.mjs';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensurePython } from './bootstrap/ensure-python.mjs';
import { runScript } from './bootstrap/run-script.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  await ensurePython();
  return (await build()) || (await buildSdk()) || buildDashboard();
});
