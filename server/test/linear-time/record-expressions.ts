/**
 * Prints every regular expression that the server and the bridge build from strings, and where. It is a program of its
 * own, because only a program that runs as it is written has the line numbers of its source.
 */
export interface RecordedExpression {
  source: string;
  flags: string;
  file: string;
  line: number;
}

const recorded: RecordedExpression[] = [];
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, given, newTarget) => record(Reflect.construct(target, given, newTarget)),
  apply: (target, self, given) => record(Reflect.apply(target, self, given)),
});

function record(expression: RegExp): RegExp {
  const { source, flags } = expression;
  // The first two lines are the message and this function, the third is the trap above.
  const [, file = '', line] = /(\/[^:()]+):(\d+):\d+/.exec((new Error().stack ?? '').split('\n')[3] ?? '') ?? [];
  recorded.push({ source, flags, file: file.replace(/^\/+/, '/'), line: Number(line) });
  return expression;
}

await import('../../src/app/create-app.ts');
// @ts-expect-error The bridge has no declarations.
await import('../../../packages/mcp/src/main.js');
console.log(JSON.stringify(recorded));
