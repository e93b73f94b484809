import { setTimeout as pause } from 'node:timers/promises';
import { type CommandContext, CommandError } from '../command-context.ts';
import { apiKey, baseUrl } from '../server-address.ts';

interface ServerRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: Buffer;
  type?: string;
}

/** The delays before a request is retried. */
const waitsMs = [500, 1_000, 2_000, 4_000, 8_000];
const retried = new Set([408, 429, 500, 502, 503, 504]);

/** Sends requests to the server at `MNEMA_BASE_URL` with the key in `MNEMA_API_KEY`. */
export function createServerCalls(context: CommandContext) {
  const key = apiKey(context);
  const base = baseUrl(context);

  /**
   * Resolves to a successful response. A request is retried after a temporary failure.
   * @throws {CommandError} with the reason of the server
   */
  return async function call({ method, path, body, type }: ServerRequest): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const headers = { 'X-API-Key': key, ...(type ? { 'Content-Type': type } : {}) };
      const sent = await fetch(`${base}${path}`, { method, headers, ...(body ? { body } : {}) }).catch(
        (error: unknown) => error as Error,
      );
      if (!(sent instanceof Error) && sent.ok) return sent;
      const failure = sent instanceof Error ? `${base} cannot be reached: ${causeOf(sent)}` : await reasonOf(sent);
      const wait = waitOf(sent, attempt);
      if (wait === undefined) throw new CommandError(failure);
      await pause(wait);
    }
  };
}

/** Returns the delay before the request is retried, or undefined if a retry would be useless. */
function waitOf(sent: Response | Error, attempt: number): number | undefined {
  const usual = waitsMs[attempt];
  if (sent instanceof Error || usual === undefined) return usual;
  if (!retried.has(sent.status)) return undefined;
  const stated = Number(sent.headers.get('retry-after') ?? 0) * 1_000;
  // If the quota of the month is used up, the request is not retried.
  return stated > 60_000 ? undefined : Math.max(usual, stated);
}

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail, code } = JSON.parse(text) as { detail?: string; code?: string };
    return `The server responded with ${response.status} ${code ?? ''}: ${detail ?? 'no reason'}`;
  } catch {
    return `The server responded with ${response.status}. Is MNEMA_BASE_URL the address of a Mnema server?`;
  }
}

function causeOf(error: Error): string {
  return error.cause instanceof Error
    ? error.cause.message || (error.cause as NodeJS.ErrnoException).code || ''
    : error.message;
}
