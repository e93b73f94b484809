import { EmbedderError } from '../ports/embedder.ts';
import { OperatorError } from '../ports/operator-error.ts';

const maxCauses = 5;

/** Type, code and stack are enough to find the cause. */
export function describeError(error: unknown, depth = 0): { type: string; message?: string; at?: string[] } {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  const code = codeOf(error);
  const at = framesOf(error);
  // Messages of libraries, and those for callers, may repeat a part of a request.
  const isPublic = error instanceof OperatorError || error instanceof EmbedderError || 'syscall' in error;
  return {
    type: nameOf(error),
    ...(isPublic ? { message: error.message } : {}),
    ...(code === undefined ? {} : { code }),
    ...(at.length > 0 ? { at } : {}),
    ...(cause instanceof Error && depth < maxCauses ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

function nameOf(error: Error): string {
  const known = error.name === 'Error' ? error.constructor.name : error.name;
  return /^\w{1,60}$/.test(known) ? known : 'Error';
}

/** The number of an error of node:sqlite is more precise than its `code`, which is the same for all. */
function codeOf(error: Error): string | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return `SQLITE_${errcode}`;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined;
}

/** The stack begins with the message, which may have several lines and any content. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const from = stack.indexOf(message);
  return stack
    .slice(from === -1 ? 0 : from + message.length)
    .split('\n')
    .flatMap((line) => /^ {4}at (.*\d:\d+\)?)$/.exec(line)?.[1] ?? []);
}
