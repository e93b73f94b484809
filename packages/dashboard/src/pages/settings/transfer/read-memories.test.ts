import { expect, it } from 'vitest';
import { readMemories, UnreadableFileError } from './read-memories.ts';

async function read(text: BlobPart): Promise<unknown[]> {
  const pieces: unknown[] = [];
  for await (const piece of readMemories(new Blob([text]), () => {})) {
    pieces.push(piece instanceof Uint8Array ? new TextDecoder().decode(piece) : piece);
  }
  return pieces;
}

it('passes lines on as they are, so that the server numbers them as the file does', async () => {
  for (const lines of ['{"format":"mnema","version":1}\n{"id":"a"}\n{"end":true,"count":1}\n', '{"text":"one"}']) {
    expect(await read(lines)).toEqual([lines]);
  }
});

it('reads the entries of a list and of the answer of mem0, on one line or on many', async () => {
  const entries = [{ memory: 'one' }, { text: 'two' }];
  for (const value of [entries, { results: entries }]) {
    expect(await read(JSON.stringify(value))).toEqual(entries);
    expect(await read(`\n${JSON.stringify(value, undefined, 2)}`)).toEqual(entries);
  }
});

it('passes a file whose first line is broken on, for the server to say which lines are wrong', async () => {
  expect(await read('{"text":\n{"text":"two"}\n')).toEqual(['{"text":\n{"text":"two"}\n']);
});

it('rejects a file that is no text', async () => {
  await expect(read(new Uint8Array([0xff, 0xfe, 0x00, 0x80]))).rejects.toThrow(UnreadableFileError);
});

it('reports how far it has read', async () => {
  const seen: number[] = [];
  for await (const _ of readMemories(new Blob(['{"text":"one"}\n']), (bytes) => seen.push(bytes)));
  expect(seen).toEqual([15]);
});
