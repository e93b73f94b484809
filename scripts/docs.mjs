// Serves the documentation as a site, and shows changes at once. `-- build` writes it to docs/.vitepress/dist.
import { buildSite, serveSite } from './bootstrap/build-site.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { runScript } from './bootstrap/run-script.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  return process.argv[2] === 'build' ? buildSite() : serveSite();
});
