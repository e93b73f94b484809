import { buildDashboard } from './build-dashboard.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { passInterruptionError } from './interruption.mjs';

/** Makes sure that the web pages are built. The server also works without them, so a failure is only reported. */
export async function ensureDashboard() {
  try {
    await ensureInstalled('dashboard');
    const code = await buildDashboard();
    if (code !== 0) throw new Error(`the build ended with ${code}`);
  } catch (error) {
    passInterruptionError(error);
    console.error(`The server starts without its dashboard, which could not be built: ${error.message}`);
  }
}
