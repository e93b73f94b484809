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

type Row = [key: string, op: Condition['op'], value: Condition['value']];

const matching: Row[] = [
  ['n', 'eq', 3],
  ['zero', 'eq', -0],
  ['word', 'eq', 'Apollo launch'],
  ['yes', 'eq', true],
  ['nothing', 'eq', null],
  ['list', 'eq', 2],
  ['list', 'eq', null],
  ['a.b', 'eq', 'dotted'],
  ['$gt', 'gt', 4],
  ['', 'eq', 'empty key'],
  ['n', 'ne', 4],
  ['n', 'ne', '3'],
  ['object', 'ne', 1],
  ['missing', 'ne', 1],
  ['missing', 'ne', null],
  ['list', 'ne', 'deep'],
  ['empty', 'ne', 'x'],
  ['n', 'gt', 2],
  ['n', 'gte', 3],
  ['n', 'lt', 3.5],
  ['n', 'lte', 3],
  ['float', 'lt', 1],
  ['word', 'gt', 'Apollo'],
  ['digits', 'lt', '4'],
  ['digits', 'gt', '20'],
  ['at', 'gte', '2026-11-21T08:00:00Z'],
  ['at', 'lte', '2026-11-21t08:00:00.000z'],
  ['at', 'gt', '2026-11-21T07:59:59.999Z'],
  ['at', 'gt', '2026-11-21'],
  ['at', 'gt', '2026-02-30T00:00:00Z'],
  ['n', 'in', [1, 3]],
  ['nothing', 'in', [null]],
  ['list', 'in', ['y', false]],
  ['n', 'not_in', ['3', 4]],
  ['missing', 'not_in', [null, 1]],
  ['empty', 'not_in', [null]],
  ['nothing', 'exists', true],
  ['empty', 'exists', true],
  ['object', 'exists', true],
  ['missing', 'exists', false],
  ['constructor', 'exists', false],
  ['word', 'contains', 'llo la'],
  ['word', 'contains', ''],
  ['list', 'contains', 'x'],
  ['list', 'contains', 2],
  ['list', 'contains', null],
];

const failing: Row[] = [
  ['n', 'eq', '3'],
  ['yes', 'eq', 'true'],
  ['yes', 'eq', 1],
  ['missing', 'eq', null],
  ['nothing', 'eq', false],
  ['object', 'eq', 1],
  ['list', 'eq', 'deep'],
  ['list', 'eq', 1],
  ['object.inner', 'eq', 1],
  ['list', 'ne', 'x'],
  ['nothing', 'ne', null],
  ['n', 'gt', 3],
  ['n', 'lt', '4'],
  ['digits', 'lt', 4],
  ['digits', 'gt', 2],
  ['yes', 'gte', 1],
  ['nothing', 'lte', 0],
  ['missing', 'lt', 1],
  ['missing', 'gte', ''],
  ['list', 'gt', 1],
  ['list', 'lt', 'y'],
  ['at', 'gt', '2026-11-21T08:00:00Z'],
  ['at', 'lt', '2026-11-21T08:00:00Z'],
  ['n', 'in', ['3']],
  ['missing', 'in', [null]],
  ['object', 'in', [1]],
  ['list', 'not_in', [2]],
  ['nothing', 'not_in', [null]],
  ['nothing', 'exists', false],
  ['missing', 'exists', true],
  ['toString', 'exists', true],
  ['word', 'contains', 'apollo'],
  ['word', 'contains', null],
  ['digits', 'contains', 3],
  ['n', 'contains', 3],
  ['list', 'contains', 'dee'],
  ['list', 'contains', 'deep'],
  ['object', 'contains', 'inner'],
  ['missing', 'contains', ''],
];

it.each(matching)('%s %s %j holds', (key, op, value) => {
  const condition = { key, op, value };
  expect(toMatcher({ all: [condition] })(metadata)).toBe(true);
  expect(toMatcher({ none: [condition] })(metadata)).toBe(false);
});

it.each(failing)('%s %s %j does not hold', (key, op, value) => {
  const condition = { key, op, value };
  expect(toMatcher({ any: [condition] })(metadata)).toBe(false);
  expect(toMatcher({ none: [condition] })(metadata)).toBe(true);
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
