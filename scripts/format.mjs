import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runTool } from './bootstrap/run-tool.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  return runTool('node_modules/@biomejs/biome/bin/biome', ['check', '--write', '.']);
});
