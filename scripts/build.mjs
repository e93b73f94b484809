import { build } from './bootstrap/build.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  return build({ force: true });
});
