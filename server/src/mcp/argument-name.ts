/** The name of an argument from the domain's path to it: the domain says `/text` of what may have been sent as `memory`. */
export function argumentName(path: string, args: unknown): string {
  if (path === '') return 'arguments';
  const isMemory = path === '/text' && typeof args === 'object' && args !== null && 'memory' in args;
  return isMemory ? 'memory' : path.slice(1);
}
