import { build } from './bootstrap/build.mjs';
import { buildSdk } from './bootstrap/build-sdk.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensurePython } from './bootstrap/ensure-python.mjs';
import { ensureRedis } from './bootstrap/ensure-redis.mjs';
import { runScript } from './bootstrap/run-script.mjs';

await runScript(async () => {
  await ensureInstalled('workspace');
  await ensurePython();
  await ensureRedis();
  return (await build()) || buildSdk();
});
