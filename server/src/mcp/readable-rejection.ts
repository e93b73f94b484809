import { rpcErrors } from './protocol.ts';

interface Issue {
  path: (string | number)[];
  message: string;
}

/**
 * Makes the SDK's rejection of invalid params readable. The SDK sends the output of its validator, usually as an
 * internal error.
 * @param content a response of the SDK
 * @returns the same, or a rejection with -32602 that names each field
 */
export function withReadableRejection(content: string): string {
  // In a result a backslash precedes each of these quotes.
  if (!/"error":\{"code":-3260[23],/.test(content)) return content;
  const response = JSON.parse(content);
  const issues = issuesIn(response.error.message);
  if (!issues) return content;
  const faults = issues.map(({ path, message }) => `${path.join('/')}: ${message.replace(/^Invalid input: /, '')}`);
  const message = `The request is not valid: ${faults.join('; ')}.`;
  return JSON.stringify({ ...response, error: { code: rpcErrors.invalidParams, message } });
}

function issuesIn(message: string): Issue[] | undefined {
  // A single expression for both ends would take quadratic time.
  const start = message.search(/\[\s*\{/);
  if (start < 0 || !/\}\s*\]$/.test(message)) return undefined;
  try {
    const issues: unknown = JSON.parse(message.slice(start));
    return Array.isArray(issues) && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined; // The message is of another kind.
  }
}

function isIssue(value: { path?: unknown; message?: unknown } | null): value is Issue {
  return Array.isArray(value?.path) && typeof value.message === 'string';
}
