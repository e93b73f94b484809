import { join } from 'node:path';
import { root } from './paths.mjs';
import { runWithReport } from './run-with-report.mjs';

const script = join(root, 'conformance/src/run.ts');
const nameOf = ({ language, id }) => `${language}: ${id}`;

/**
 * The cases of conformance/ with every SDK, which prints a table. Each case and language is one test.
 * @returns {import('./run-suites.mjs').Suite}
 */
export function conformanceSuite(name) {
  return {
    name,
    async run() {
      const { report, code } = await runWithReport(script, (file) => ['--json', file]);
      const { passed, failed, failures } = report;
      return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures: failures.map(nameOf) };
    },
    async runAgain(failures) {
      const parts = failures.map((failure) => failure.split(': '));
      const words = (option, index) => [...new Set(parts.map((part) => part[index]))].flatMap((word) => [option, word]);
      const selection = [...words('--language', 0), ...words('--case', 1)];
      const { report } = await runWithReport(script, (file) => ['--json', file, ...selection]);
      const failedAgain = new Set(report.failures.map(nameOf));
      return new Map(failures.filter((failure) => !failedAgain.has(failure)).map((failure) => [failure, 1]));
    },
  };
}
