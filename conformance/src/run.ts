import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isHere, languages } from './languages.ts';
import { readCases } from './read-cases.ts';
import { type LanguageOutcome, runLanguage } from './run-language.ts';
import { type Column, formatTable } from './table.ts';
import { findCoverageProblems, readOperations } from './uncovered-operations.ts';

const usage = `Runs the conformance cases with each SDK and prints the table case × language.

  --language NAME  one SDK only, may be repeated: ${languages.map(({ name }) => name).join(', ')}
  --case TEXT      only cases whose id holds TEXT, may be repeated
  --json FILE      writes { passed, failed, failures } there
`;

const { values: options } = parseArgs({
  options: {
    language: { type: 'string', multiple: true, default: languages.map(({ name }) => name) },
    case: { type: 'string', multiple: true, default: [''] },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const all = readCases();
const cases = all.filter(({ id }) => options.case.some((text) => id.includes(text)));
const wanted = languages.filter(({ name }) => options.language.includes(name));
if (cases.length === 0 || wanted.length === 0) throw new Error(`nothing to run\n\n${usage}`);

/** An SDK that is missing or whose runner failed is a column of missing results. */
async function columnOf(language: (typeof languages)[number]): Promise<Column & Partial<LanguageOutcome>> {
  if (!isHere(language)) return { name: language.name };
  try {
    return await runLanguage(language, cases);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { name: language.name, problems: new Map(cases.map(({ id }) => [id, [problem]])) };
  }
}

const columns = await Promise.all(wanted.map(columnOf));
console.log(formatTable(cases, columns));

const coverage = findCoverageProblems(all, readOperations());
for (const problem of coverage) console.log(problem);
let passed = 0;
let failed = coverage.length;
const failures: { language: string; id: string }[] = [];
for (const { name, problems } of columns) {
  if (problems) {
    const broken = [...problems].filter(([, found]) => found.length > 0);
    passed += problems.size - broken.length;
    failed += broken.length;
    failures.push(...broken.map(([id]) => ({ language: name, id })));
    continue;
  }
  // A missing SDK is an error in CI, because it proves nothing.
  if (process.env['CI'] === 'true') failed += cases.length;
  console.log(`${name} is not here`);
}
console.log(`${cases.length} cases × ${columns.length} languages: ${passed} passed, ${failed} failed`);
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify({ passed, failed, failures }));
process.exitCode = failed === 0 ? 0 : 1;
