import { expect, it, vi } from 'vitest';

const script = new URL('../../scripts/bootstrap/run-suites.mjs', import.meta.url);
const { runSuites, setUp } = await import(script.href);

interface Counts {
  passed: number;
  failed: number;
  failures?: string[];
}

interface Suite {
  name: string;
  run(): Promise<Counts>;
  runAgain?(failures: string[]): Promise<Map<string, number>>;
}

/** Runs suites; returns the exit code and the lines of the summary, without the times. */
async function summaryOf(...suites: Suite[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error').mockImplementation(() => {})];
  log.mockImplementation((line: string) => lines.push(line.replace(/ \([\d.]+ s\)$/, '').trim()));
  try {
    const code = await runSuites({ sequential: suites.slice(0, 1), sideBySide: suites.slice(1) });
    return { code, lines: lines.filter((line) => !line.startsWith('A second run')) };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

const suite = (name: string, ...runs: (Counts | Error)[]): Suite => ({
  name,
  run: vi.fn(async () => {
    const counts = runs.shift() ?? expect.fail('an unexpected run');
    if (counts instanceof Error) throw counts;
    return counts;
  }),
});
const withSecondRun = (first: Counts, ...passed: [string, number][]): Suite => ({
  ...suite('tests', first),
  runAgain: async () => new Map(passed),
});

const oneOf = (...failures: string[]): Counts => ({ passed: 5, failed: failures.length, failures });

it.each<[string, Counts, [string, number], string[]]>([
  [
    'counts a test that passes at its second run once, as passed, and names it',
    oneOf('a'),
    ['a', 1],
    ['ok    tests: 6 passed, 0 failed', 'passed at the second run: a', '6 passed, 0 failed'],
  ],
  [
    'fails for a test that fails twice',
    oneOf('a', 'b'),
    ['a', 1],
    ['FAIL  tests: 6 passed, 1 failed', 'b', 'passed at the second run: a', '6 passed, 1 failed'],
  ],
  [
    'still fails for what no second run could clear, such as a test that was left out',
    { ...oneOf('a'), failed: 2 },
    ['a', 1],
    ['FAIL  tests: 6 passed, 1 failed', 'passed at the second run: a', '6 passed, 1 failed'],
  ],
  [
    'counts all tests of a file that could not be loaded at first',
    oneOf('a.test.ts'),
    ['a.test.ts', 7],
    ['ok    tests: 12 passed, 0 failed', 'passed at the second run: a.test.ts', '12 passed, 0 failed'],
  ],
])('%s', async (_, first, passed, lines) => {
  expect(await summaryOf(withSecondRun(first, passed))).toEqual({ code: Number(lines[0]?.startsWith('FAIL')), lines });
});

it('begins the second runs when all suites have ended', async () => {
  const order: string[] = [];
  const slow = (name: string, counts: Counts): Suite => ({
    name,
    async run() {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
      return counts;
    },
    async runAgain() {
      order.push('second run');
      return new Map();
    },
  });
  const others = ['one', 'two', 'three'].map((name) => slow(name, { passed: 1, failed: 0 }));
  await summaryOf(slow('broken', { passed: 0, failed: 1, failures: ['a'] }), ...others);
  expect(order).toEqual(['broken', 'one', 'two', 'three', 'second run']);
});

it.each([
  ['an error outside of tests', { passed: 3, failed: 1 }],
  ['a suite that could not run', new Error('no report')],
])('runs a short suite again as a whole after %s', async (_what, first) => {
  expect(await summaryOf(suite('short', first, { passed: 3, failed: 0 }))).toEqual({
    code: 0,
    lines: ['ok    short: 3 passed, 0 failed', 'passed at the second run: all of short', '3 passed, 0 failed'],
  });
  expect((await summaryOf(suite('short', first, { passed: 3, failed: 1 }))).code).toBe(1);
  expect((await summaryOf(suite('short', first, new Error('no report again')))).code).toBe(1);
});

it('runs neither a long suite as a whole nor a set-up step again, nor a suite with hundreds of failures', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValueOnce(121_000);
  expect((await summaryOf(suite('long', { passed: 3, failed: 1 }))).lines.at(-1)).toBe('3 passed, 1 failed');
  now.mockRestore();
  const install = vi.fn(async () => 1);
  expect((await summaryOf(setUp('packages', install))).code).toBe(1);
  expect(install).toHaveBeenCalledTimes(1);
  const failures = Array.from({ length: 301 }, (_, number) => `test ${number}`);
  const broken = withSecondRun(
    { passed: 0, failed: 301, failures },
    ...failures.map((name): [string, number] => [name, 1]),
  );
  expect((await summaryOf(broken)).lines.at(-1)).toBe('0 passed, 301 failed');
});
