import type { Case, ExpectedRequest, Step } from './case.ts';
import { match, type Same } from './match.ts';
import type { SeenRequest } from './proxy.ts';
import { resolve, type Variables } from './resolve.ts';

/** The report of a runner on a case. */
export interface Reported {
  id: string;
  saved: Variables;
  variables: Variables;
  steps: ({ value: unknown } | { error: Record<string, unknown> })[];
}

function checkStep(
  step: Step,
  outcome: Reported['steps'][number] | undefined,
  variables: Variables,
  same: Same,
): string[] {
  if (!outcome) return ['did not run'];
  if ('value' in step.expect) {
    if (!('value' in outcome)) return [`failed with ${JSON.stringify(outcome.error)}`];
    return match(resolve(step.expect.value, variables), outcome.value, { path: '', same });
  }
  if (!('error' in outcome))
    return [`should fail with ${step.expect.error['class']}, and answered ${JSON.stringify(outcome.value)}`];
  return match(resolve(step.expect.error, variables), outcome.error, { path: '', same });
}

function parseBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function queryOf(search: string): Record<string, string> | undefined {
  const parameters = [...new URLSearchParams(search)];
  const names = new Set(parameters.map(([name]) => name));
  return names.size === parameters.length ? Object.fromEntries(parameters) : undefined; // no SDK sends a name twice
}

function checkRequest(expected: ExpectedRequest, seen: SeenRequest, variables: Variables, same: Same): string[] {
  const { query, body_text: text, waited_ms: waitedMs, ...rest } = resolve(expected, variables) as ExpectedRequest;
  const [pathname = '', search = ''] = seen.path.split(/\?(.*)/s);
  const actual = {
    method: seen.method,
    path: query === undefined ? seen.path : pathname,
    headers: seen.headers,
    body: parseBody(seen.body),
  };
  const problems = match(rest, actual, { path: '', same });
  const compare = (path: string, wanted: unknown, value: unknown): void => {
    if (wanted !== undefined) problems.push(...match(wanted, value, { path, same }));
  };
  compare('/body_text', text, seen.body);
  compare('/waited_ms', waitedMs, seen.waitedMs);
  if (query !== undefined) {
    const sent = queryOf(search);
    compare('/query', query, sent);
    const more = Object.keys(sent ?? {}).filter((name) => !Object.hasOwn(query, name));
    if (more.length > 0) problems.push(`/query: sends ${more.join(', ')} as well`);
  }
  return problems;
}

/** Describes each difference from the case in a sentence. `variables` are those of the plan. */
export function checkCase(
  one: Case,
  reported: Reported | undefined,
  seen: SeenRequest[],
  variables: Variables,
): string[] {
  if (!reported) return ['the runner reports nothing'];
  const known = { ...variables, ...reported.variables, ...reported.saved };
  const same: Same = new Map();
  const problems: string[] = [];
  const report = (where: string, found: () => string[]): void => {
    try {
      problems.push(...found().map((problem) => `${where} ${problem}`));
    } catch (error) {
      problems.push(`${where} ${(error as Error).message}`);
    }
  };
  for (const [index, step] of one.steps.entries()) {
    report(`step ${index + 1} (${step.call})`, () => checkStep(step, reported.steps[index], known, same));
  }
  const expected = one.requests;
  if (!expected) return problems;
  if (expected.length !== seen.length) {
    const sent = seen.map(({ method, path }) => `${method} ${path}`).join(', ') || 'nothing';
    problems.push(`expected ${expected.length} requests, got ${seen.length}: ${sent}`);
  }
  for (const [index, request] of expected.entries()) {
    const actual = seen[index];
    if (actual) report(`request ${index + 1}`, () => checkRequest(request, actual, known, same));
  }
  return problems;
}
