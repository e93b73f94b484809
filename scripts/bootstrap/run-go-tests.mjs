import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { goIsMissing, runGo } from './go.mjs';
import { root } from './paths.mjs';

/** The race detector needs a C compiler; without one the tests run without it. */
function raceFlags() {
  const compiler = spawnSync('go', ['env', 'CC'], { encoding: 'utf8' }).stdout.trim();
  if (spawnSync(compiler, ['--version'], { stdio: 'ignore' }).status === 0) return ['-race'];
  if (process.env.CI === 'true') throw new Error(`The race detector of Go needs a C compiler; ${compiler} is none.`);
  console.log('not run: the race detector, because there is no C compiler here');
  return [];
}

function count(events, code) {
  const printed = new Map();
  const total = { passed: 0, failed: 0, failures: [] };
  for (const { Action: action, Package: name, Test: test, ImportPath: built, Output: output } of events) {
    const testName = test === undefined ? (name ?? built) : `${name} ${test}`;
    if (output !== undefined) printed.set(testName, `${printed.get(testName) ?? ''}${output}`);
    const isLeftOut = action === 'skip' && test !== undefined;
    if (isLeftOut) console.log(`not run: ${testName}`);
    if (action === 'pass' && test !== undefined) total.passed += 1;
    // A test that did not run is an error in CI, because it proves nothing.
    if (action !== 'fail' && action !== 'build-fail' && !(isLeftOut && process.env.CI === 'true')) continue;
    total.failed += 1;
    total.failures.push(testName);
    console.log(printed.get(testName) ?? `${testName} failed`);
  }
  if (total.passed + total.failed === 0) throw new Error('go test found no tests');
  if (code !== 0 && total.failed === 0) total.failed = 1;
  return total;
}

/** Runs the tests of a Go module, examples and README included, and counts them. */
export async function runGoTests(folder) {
  if (goIsMissing()) {
    console.log(`not run: the tests of ${folder}, because there is no Go here`);
    return { passed: 0, failed: 0 };
  }
  const { code, output } = await runGo(['test', '-json', '-count=1', ...raceFlags(), './...'], {
    cwd: join(root, folder),
  });
  const lines = output.split('\n').filter((line) => line !== '');
  const isEvent = (line) => line.startsWith('{"') && /"Action":/.test(line);
  for (const line of lines) if (!isEvent(line)) console.log(line);
  const total = count(
    lines.filter(isEvent).map((line) => JSON.parse(line)),
    code,
  );
  console.log(`go test ${folder}: ${total.passed} passed, ${total.failed} failed`);
  return total;
}
