import { EmbedderError } from '../ports/embedder.ts';
import { OperatorError } from '../ports/operator-error.ts';

/** The part of an error that is logged. */
export interface ErrorDescription {
  type: string;
  /** Left out where it may repeat what somebody sent. */
  message?: string;
  /** Of the operating system, Node.js or SQLite. */
  code?: string;
  /** Where it was thrown: places in the program, innermost first. */
  at?: string[];
  cause?: ErrorDescription;
}

const maxCauses = 5;

/**
 * An error without anything that a request brought. Messages of errors that nobody foresaw quote values as it pleases
 * them (`"…" is not valid JSON`, `Received 'my text'`), and libraries hang whole requests on their errors: type, code
 * and place say where to look without repeating them.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  const code = codeOf(error);
  const at = framesOf(error);
  return {
    type: nameOf(error),
    ...(isPrivate(error) ? {} : { message: error.message }),
    ...(code === undefined ? {} : { code }),
    ...(at.length > 0 ? { at } : {}),
    ...(cause instanceof Error && depth < maxCauses ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/** Other messages than ours, and those for callers, may repeat what a request brought. */
function isPrivate(error: Error): boolean {
  return !(error instanceof OperatorError || error instanceof EmbedderError || 'syscall' in error);
}

function nameOf(error: Error): string {
  const known = error.name === 'Error' ? error.constructor.name : error.name;
  return /^\w{1,60}$/.test(known) ? known : 'Error';
}

/** node:sqlite says more in its numbers than in `code`, which is the same for all. */
function codeOf(error: Error): string | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return `SQLITE_${errcode}`;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined;
}

/** The stack begins with the message, which may go over several lines and look like anything. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const from = stack.indexOf(message);
  return stack
    .slice(from === -1 ? 0 : from + message.length)
    .split('\n')
    .flatMap((line) => /^ {4}at (.*\d:\d+\)?)$/.exec(line)?.[1] ?? []);
}
