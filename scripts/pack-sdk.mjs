// Packs the TypeScript SDK, or the package that is named, such as `ai-sdk`, for projects next to a clone.
import { join } from 'node:path';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { buildAiSdk } from './bootstrap/compile-package.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { pnpmVersion } from './bootstrap/installation.mjs';
import { root } from './bootstrap/paths.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { capture } from './bootstrap/run-tool.mjs';
import { readManifest } from './release/npm-packages.mjs';

const builds = { sdk: buildSdk, 'ai-sdk': buildAiSdk };

// Prints nothing but the path of the tarball, so that a shell can hand it to `npm install`.
await runScript(async () => {
  const name = process.argv[2] ?? 'sdk';
  if (!(name in builds)) throw new Error(`${name} is none of ${Object.keys(builds).join(', ')}`);
  await ensureInstalled('sdk');
  const built = await builds[name]();
  if (built !== 0) return built;
  const folder = `packages/${name}`;
  // Only pnpm applies `publishConfig`.
  const pack = ['--yes', pnpmVersion, 'pack', '--config.ignore-scripts=true'];
  const { code, output } = await capture('npx', pack, { cwd: join(root, folder) });
  if (code !== 0) throw new Error(`pnpm pack ended with ${code}: ${output}`);
  const manifest = readManifest(folder);
  console.log(join(root, folder, `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`));
  return 0;
});
