interface Globals {
  process?: {
    env?: Record<string, string | undefined>;
    versions?: Record<string, string | undefined>;
    platform?: string;
    arch?: string;
  };
  Deno?: { version?: { deno?: string }; build?: { os?: string; arch?: string } };
  Bun?: { version?: string };
  EdgeRuntime?: string;
  navigator?: { userAgent?: string };
  window?: { document?: unknown };
  WorkerGlobalScope?: unknown;
  location?: unknown;
}

const globals = globalThis as Globals;

/** Reads a variable of the environment; a blank or unreadable one counts as unset. */
export function readVariable(name: string): string | undefined {
  try {
    return globals.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno throws without the permission
  }
}

/** Returns true in a web page or one of its workers, where every visitor can read the credentials. */
export function isBrowser(): boolean {
  if (globals.window?.document !== undefined) return true;
  // Workers of servers and of edge runtimes have the class as well, but belong to no page.
  const { WorkerGlobalScope, location, Deno, Bun } = globals;
  return WorkerGlobalScope !== undefined && location !== undefined && !Deno && !Bun;
}

/** Describes the runtime and its platform: `node 24.1.0; linux x64`. */
export function describeRuntime(): string {
  const { process, Deno, Bun, EdgeRuntime, navigator } = globals;
  if (Deno) return `deno ${Deno.version?.deno}; ${Deno.build?.os} ${Deno.build?.arch}`;
  const platform = process?.platform ? `${process.platform} ${process.arch}` : 'unknown';
  if (Bun) return `bun ${Bun.version}; ${platform}`;
  if (EdgeRuntime !== undefined) return 'edge-runtime; unknown';
  if (navigator?.userAgent === 'Cloudflare-Workers') return 'workers; unknown';
  if (isBrowser()) return 'browser; unknown';
  return process?.versions?.['node'] ? `node ${process.versions['node']}; ${platform}` : 'unknown; unknown';
}
