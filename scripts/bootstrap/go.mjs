import { spawnSync } from 'node:child_process';
import { capture } from './run-tool.mjs';

const oldestMinor = 25;

/** Lists the folders of all Go modules except that of the tools. */
export const goModules = ['sdks/go', 'examples/go', 'scripts/deploy-tools'];

/**
 * Returns true when this machine can't build Go, and throws in CI.
 * @returns {boolean}
 */
export function goIsMissing() {
  const { stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  const minor = Number(/^go1\.(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
  if (minor >= oldestMinor) return false;
  const found = minor === 0 ? 'none was found' : `this is ${stdout.trim()}`;
  if (process.env.CI === 'true') throw new Error(`The Go SDK needs Go 1.${oldestMinor} or newer; ${found}.`);
  return true;
}

/** Runs `go` with the installed toolchain; returns { code, output }. */
export const runGo = (args, { cwd }) => capture('go', args, { cwd, env: { GOTOOLCHAIN: 'local', GOWORK: 'off' } });
