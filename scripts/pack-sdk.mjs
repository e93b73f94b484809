import { join } from 'node:path';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { root } from './bootstrap/paths.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { capture } from './bootstrap/run-tool.mjs';

const sdk = join(root, 'packages/sdk');

// Prints nothing but the path of the tarball, so that a shell can hand it to `npm install`.
await runScript(async () => {
  await ensureInstalled('sdk');
  const built = await buildSdk();
  if (built !== 0) return built;
  const { code, output } = await capture('npm', ['pack', '--ignore-scripts', '--json', '--loglevel=error'], {
    cwd: sdk,
  });
  if (code !== 0) throw new Error(`npm pack ended with ${code}: ${output}`);
  const [{ filename }] = Object.values(JSON.parse(output));
  console.log(join(sdk, filename));
  return 0;
});
