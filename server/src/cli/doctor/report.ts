import type { Finding } from '../../lib/finding.ts';

/** One of the looks at the installation. */
export interface Check extends Finding {
  name: string;
}

/** For people: a line for each check, and one for what to do. */
export function report(checks: readonly Check[]): string {
  const statusWidth = 'problem'.length;
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(statusWidth + 2);
  const text = checks.flatMap(({ name, status, finding, fix, lines = [] }) => [
    `${status.padEnd(statusWidth)}  ${name.padEnd(nameWidth)}  ${finding}`,
    ...lines.map((line) => `${indent}  ${line}`),
    ...(fix === null ? [] : [`${indent}to fix: ${fix}`]),
  ]);
  return `${[...text, '', verdict(checks)].join('\n')}\n`;
}

function verdict(checks: readonly Check[]): string {
  const counted = (status: Check['status']) => {
    const count = checks.filter((check) => check.status === status).length;
    return count === 0 ? [] : [`${count} ${status}${count === 1 ? '' : 's'}`];
  };
  const found = [...counted('problem'), ...counted('warning')];
  return found.length === 0 ? 'All is well.' : `Found ${found.join(' and ')}.`;
}
