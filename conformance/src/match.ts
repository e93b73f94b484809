import { isDeepStrictEqual } from 'node:util';

/** The values of the `$same` names in one case. */
export type Same = Map<string, unknown>;

interface Location {
  path: string;
  same: Same;
}

type Matcher = (actual: unknown, wanted: never, location: Location) => boolean | string[];

const patterns = {
  id: /^[a-z]+_[0-9A-Za-z]+$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  iso: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/,
};
const isText = (pattern: RegExp) => (actual: unknown) => typeof actual === 'string' && pattern.test(actual);

function isSame(actual: unknown, name: string, { same }: Location): boolean {
  if (!same.has(name)) same.set(name, actual);
  return actual !== undefined && isDeepStrictEqual(same.get(name), actual);
}

function holds(actual: unknown, wanted: unknown, location: Location): boolean {
  if (typeof actual === 'string') return actual.includes(String(wanted));
  return Array.isArray(actual) && actual.some((item) => match(wanted, item, location).length === 0);
}

const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : undefined;

const matchers: Record<string, Matcher> = {
  $exact: (actual, wanted, { path }) =>
    isDeepStrictEqual(plain(actual), plain(wanted)) || [differs(path, wanted, actual)],
  $any: (actual) => actual !== undefined,
  $absent: (actual) => actual === undefined,
  $null: (actual) => actual === null,
  $id: isText(patterns.id),
  $uuid: isText(patterns.uuid),
  $iso: isText(patterns.iso),
  $gte: (actual, min) => typeof actual === 'number' && actual >= min,
  $lte: (actual, max) => typeof actual === 'number' && actual <= max,
  $regex: (actual, pattern) => isText(new RegExp(pattern, 'u'))(actual),
  $length: (actual, length) => lengthOf(actual) === length,
  $contains: holds,
  $same: isSame,
};

/** Compares without prototypes, because `isDeepStrictEqual` compares these as well. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
};
const differs = (path: string, expected: unknown, actual: unknown): string =>
  `${path || '/'}: expected ${show(expected)}, got ${show(actual)}`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true for an object whose keys are all matchers; `{"$gt": …}` in metadata is not one. */
function isMatcher(value: unknown): value is Record<string, unknown> {
  const names = isObject(value) ? Object.keys(value) : [];
  return names.length > 0 && names.every((name) => Object.hasOwn(matchers, name));
}

function applyMatchers(expected: Record<string, unknown>, actual: unknown, location: Location): string[] {
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const outcome = (matchers[name] as Matcher)(actual, wanted as never, location);
    if (Array.isArray(outcome)) return outcome;
    return outcome ? [] : [differs(location.path, { [name]: wanted }, actual)];
  });
}

/**
 * Describes each difference between `actual` and `expected` in a sentence: objects as subsets, arrays item by item,
 * other values exactly.
 */
export function match(expected: unknown, actual: unknown, location: Location): string[] {
  const at = (name: string | number): Location => ({ ...location, path: `${location.path}/${name}` });
  if (isMatcher(expected)) return applyMatchers(expected, actual, location);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [differs(location.path, expected, actual)];
    return expected.flatMap((item, index) => match(item, actual[index], at(index)));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [differs(location.path, expected, actual)];
    return Object.entries(expected).flatMap(([name, item]) =>
      match(item, Object.hasOwn(actual, name) ? actual[name] : undefined, at(name)),
    );
  }
  return Object.is(expected, actual) ? [] : [differs(location.path, expected, actual)];
}
