import { build } from './bootstrap/build.mjs';
import { buildDashboard } from './bootstrap/build-dashboard.mjs';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { buildAiSdk, buildSecretScanner } from './bootstrap/compile-package.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';

const builds = {
  'secret-scanner': buildSecretScanner,
  sdk: buildSdk,
  'ai-sdk': buildAiSdk,
  server: build,
  dashboard: buildDashboard,
};
const wanted = process.argv.slice(2);

await runScript(async () => {
  const unknown = wanted.find((name) => !(name in builds));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(builds).join(', ')}`);
  await ensureInstalled('workspace');
  for (const [name, run] of Object.entries(builds)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const code = await run({ force: true });
    if (code !== 0) return code;
  }
  return 0;
});
