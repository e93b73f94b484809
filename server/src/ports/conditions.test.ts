import { expect, it } from 'vitest';
import { type Condition, toMatcher, type Where } from './conditions.ts';

const metadata = {
  n: 3,
  zero: 0,
  float: 0.5,
  word: 'Apollo launch',
  digits: '3',
  yes: true,
  nothing: null,
  list: ['x', 2, false, null, ['deep'], { inner: 1 }],
  empty: [],
  object: { inner: 1 },
  at: '2026-11-21T10:00:00+02:00',
  'a.b': 'dotted',
  $gt: 5,
  '': 'empty key',
};

/** Each key with an operator, the values with which it holds, and those with which it does not. */
type Row = [key: string, op: Condition['op'], holding: Condition['value'][], failing: Condition['value'][]];

it.each<Row>([
  ['n', 'eq', [3], ['3']],
  ['zero', 'eq', [-0], []],
  ['word', 'eq', ['Apollo launch'], []],
  ['yes', 'eq', [true], ['true', 1]],
  ['nothing', 'eq', [null], [false]],
  ['list', 'eq', [2, null], ['deep', 1]],
  ['a.b', 'eq', ['dotted'], []],
  ['$gt', 'gt', [4], []],
  ['', 'eq', ['empty key'], []],
  ['n', 'ne', [4, '3'], []],
  ['object', 'ne', [1], []],
  ['missing', 'ne', [1, null], []],
  ['list', 'ne', ['deep'], ['x']],
  ['empty', 'ne', ['x'], []],
  ['n', 'gt', [2], [3]],
  ['n', 'gte', [3], []],
  ['n', 'lt', [3.5], ['4']],
  ['n', 'lte', [3], []],
  ['float', 'lt', [1], []],
  ['word', 'gt', ['Apollo'], []],
  ['digits', 'lt', ['4'], [4]],
  ['digits', 'gt', ['20'], [2]],
  ['at', 'gte', ['2026-11-21T08:00:00Z'], []],
  ['at', 'lte', ['2026-11-21t08:00:00.000z'], []],
  ['at', 'gt', ['2026-11-21T07:59:59.999Z', '2026-11-21', '2026-02-30T00:00:00Z'], ['2026-11-21T08:00:00Z']],
  ['n', 'in', [[1, 3]], [['3']]],
  ['nothing', 'in', [[null]], []],
  ['list', 'in', [['y', false]], []],
  ['n', 'not_in', [['3', 4]], []],
  ['missing', 'not_in', [[null, 1]], []],
  ['empty', 'not_in', [[null]], []],
  ['nothing', 'exists', [true], [false]],
  ['empty', 'exists', [true], []],
  ['object', 'exists', [true], []],
  ['missing', 'exists', [false], [true]],
  ['constructor', 'exists', [false], []],
  ['word', 'contains', ['llo la', ''], ['apollo', null]],
  ['list', 'contains', ['x', 2, null], ['dee', 'deep']],
  ['missing', 'eq', [], [null]],
  ['object', 'eq', [], [1]],
  ['object.inner', 'eq', [], [1]],
  ['nothing', 'ne', [], [null]],
  ['yes', 'gte', [], [1]],
  ['nothing', 'lte', [], [0]],
  ['missing', 'lt', [], [1]],
  ['missing', 'gte', [], ['']],
  ['list', 'gt', [], [1]],
  ['list', 'lt', [], ['y']],
  ['at', 'lt', [], ['2026-11-21T08:00:00Z']],
  ['missing', 'in', [], [[null]]],
  ['object', 'in', [], [[1]]],
  ['list', 'not_in', [], [[2]]],
  ['nothing', 'not_in', [], [[null]]],
  ['toString', 'exists', [], [true]],
  ['digits', 'contains', [], [3]],
  ['n', 'contains', [], [3]],
  ['object', 'contains', [], ['inner']],
  ['missing', 'contains', [], ['']],
])('%s %s holds for %j, not for %j', (key, op, holding, failing) => {
  for (const holds of [true, false]) {
    for (const value of holds ? holding : failing) {
      const condition = { key, op, value };
      const matched = (['all', 'any', 'none'] as const).map((group) => toMatcher({ [group]: [condition] })(metadata));
      expect([value, ...matched]).toEqual([value, holds, holds, !holds]);
    }
  }
});

it('requires all of `all`, one of `any` and none of `none`', () => {
  const yes: Condition = { key: 'n', op: 'eq', value: 3 };
  const no: Condition = { key: 'n', op: 'eq', value: 4 };
  const cases: [Where, boolean][] = [
    [{}, true],
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
    [{ none: [no, no] }, true],
    [{ none: [no, yes] }, false],
    [{ all: [yes], any: [yes], none: [no] }, true],
    [{ all: [yes], any: [no], none: [no] }, false],
    [{ all: [no], any: [yes] }, false],
    [{ any: [yes], none: [yes] }, false],
  ];
  for (const [where, matches] of cases) expect([where, toMatcher(where)(metadata)]).toEqual([where, matches]);
});

it('reads only keys of the metadata themselves', () => {
  const own = JSON.parse('{"__proto__": "mine"}');
  const condition: Condition = { key: '__proto__', op: 'eq', value: 'mine' };
  expect(toMatcher({ all: [condition] })(own)).toBe(true);
  expect(toMatcher({ all: [{ key: '__proto__', op: 'exists', value: true }] })({})).toBe(false);
});
