import { ensureDashboard } from './bootstrap/ensure-dashboard.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runCommandLine } from './bootstrap/run-command-line.mjs';
import { runScript } from './bootstrap/run-script.mjs';

await runScript(async () => {
  await ensureInstalled('server');
  await ensureDashboard();
  return runCommandLine(['start', ...process.argv.slice(2)]);
});
