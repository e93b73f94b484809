import type { DataDirectoryFacts } from '../../app/services.ts';
import { type Finding, ok, problem, warning } from './check.ts';

export function checkDataDirectory({ path, nearest, state, server }: DataDirectoryFacts): Finding {
  const orElse = 'or set MNEMA_DATA_DIR to another directory';
  if (state.kind === 'unusable') return problem(`${path}: ${state.reason}`, `make it a directory, ${orElse}`);
  if (state.kind === 'absent') {
    return state.creatable
      ? ok(`${path} does not exist; the first start creates it`)
      : problem(`${path} does not exist and ${nearest} is not writable`, `make that writable for this user, ${orElse}`);
  }
  if (!state.writable) return problem(`${path} is not writable`, `make it writable for this user, ${orElse}`);
  if (server.kind === 'unknown') {
    return warning(
      `${path} is writable, but nothing tells whether a server uses it: ${server.reason}`,
      'make sure that no server uses the directory, then delete that file; the next start makes it anew',
    );
  }
  const owner =
    server.kind === 'none'
      ? 'no server is running in it'
      : `a server is running in it${server.pid === null ? '' : ` (pid ${server.pid})`}`;
  return ok(`${path} is writable; ${owner}`);
}
