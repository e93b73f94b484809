// Turns the waiting changesets into versions and changelogs; the SDKs get one version, in each language's own file.
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { capture } from './bootstrap/run-tool.mjs';
import { spreadSdkVersion } from './release/sdk-versions.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  const { code, output } = await capture('changeset', ['version']);
  process.stdout.write(output);
  if (code === 0) console.log(`SDKs: ${spreadSdkVersion()}`);
  return code;
});
