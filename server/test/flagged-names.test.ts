import { expect, it } from 'vitest';

const script = new URL('../../scripts/names/find-flagged-names.mjs', import.meta.url);
const { findFlaggedNames } = await import(script.href);

it.each([
  ['const bytesMost = 1;', 'bytesMost', 'maxX'],
  ['const longestPauseMs = 1;', 'longestPauseMs', 'maxX'],
  ['const roundsLeast = 1;', 'roundsLeast', 'minX'],
  ['interface Entry { toldAt: number }', 'toldAt', 'stated…'],
  ['type OutdatedRow = object;', 'OutdatedRow', 'stale'],
  ['class Matrix { #places = 1; }', '#places', 'ordinal, position, slot, pointer, offset or location'],
  ['function hasRoomFor() {}', 'hasRoomFor', 'capacity'],
  ['const body = { owner_id: 1 };', 'owner_id', 'account'],
  ['const body = { ownerId };', 'ownerId', 'account'],
  ['const { place } = match;', 'place', 'ordinal, position, slot, pointer, offset or location'],
  ['const run = (turn: number) => turn;', 'turn', 'message, tick or round'],
])('flags the name that `%s` declares, with its line', (text, name, instead) => {
  expect(findFlaggedNames('a.ts', `\n\n${text}`)).toMatchObject([{ path: 'a.ts', line: 3, name, instead }]);
});

it.each([
  ['of a part that only looks alike', 'const placeholder = 1; const returned = 2; const mostly = 3; const lowest = 4;'],
  [
    'that a library declares',
    "import { answer } from 'library'; answer(); library.settle(); socket.once('close', () => {});",
  ],
  ['of a key that is taken apart', 'const { ownerId: accountId } = document;'],
  ['in texts and comments', "// places\nconst text = 'places';"],
])('lets a name pass %s', (_why, text) => {
  expect(findFlaggedNames('a.ts', text)).toEqual([]);
});
