// Turns the waiting changesets into changelogs and one version, and writes it into all files that contain it.
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { capture, runTool } from './bootstrap/run-tool.mjs';
import { spreadVersion } from './release/one-version.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  const { code, output } = await capture('changeset', ['version']);
  process.stdout.write(output);
  if (code !== 0) return code;
  console.log(`all packages: ${spreadVersion()}`);
  return runTool('scripts/generate.mjs', []);
});
