import { delimiter, join, resolve } from 'node:path';
import { root } from './paths.mjs';

// The user's settings of registries must be kept. Other variables that npm sets for its scripts (prefix, package, user
// agent …) would confuse the npm and pnpm that are started from here.
const kept = /^npm_config_(registry|https?_proxy|proxy|noproxy|ca|cafile|strict_ssl|userconfig|globalconfig)$/i;

function withoutNpm() {
  const entries = Object.entries(process.env).filter(
    ([name, value]) => !/^npm_/i.test(name) || (kept.test(name) && value !== ''),
  );
  return { ...Object.fromEntries(entries), npm_config_update_notifier: 'false' };
}

/**
 * The environment of package managers: they use the caller's Node.js, because they may replace that of the workspace.
 */
export function installEnvironment() {
  const own = join(root, 'node_modules/.bin');
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && resolve(folder) !== own);
  return { ...withoutNpm(), PATH: path.join(delimiter) };
}

/** The environment of processes that need Node.js 24 or a tool of the workspace. */
export function toolEnvironment() {
  const path = [join(root, 'node_modules/.bin'), installEnvironment().PATH];
  return { ...withoutNpm(), PATH: path.join(delimiter) };
}
