import { describe, expect, it } from 'vitest';
import { changesOf, makeField, readMetadata, toForm } from './metadata-draft.ts';

describe('a draft of metadata', () => {
  it('reads back every value as it was, also what the form has no field for', () => {
    const metadata = JSON.parse(
      '{"project":"apollo","tags":["launch","first, second"],"labels":["a","b"],"n":-1.5,"ok":false,"empty":"","none":[],"deep":{"__proto__":1},"__proto__":"kept"}',
    ) as Record<string, unknown>;
    const read = readMetadata(toForm(metadata));
    expect(JSON.stringify('metadata' in read && read.metadata)).toBe(JSON.stringify(metadata));
    expect('metadata' in read && changesOf(metadata, read.metadata)).toBeUndefined();
  });

  it('leaves out empty fields and names the first field that is wrong', () => {
    const empty = makeField('project', 'text', ' ');
    const wrong = makeField('n', 'number', 'three');
    expect(readMetadata({ mode: 'form', fields: [empty] })).toEqual({ metadata: {} });
    expect(readMetadata({ mode: 'form', fields: [empty, wrong] })).toEqual({
      fault: { at: wrong.id, reason: 'notNumber' },
    });
    const [first, second] = [makeField('a', 'text', '1'), makeField('a', 'text', '2')];
    expect(readMetadata({ mode: 'form', fields: [first, second] })).toEqual({
      fault: { at: second.id, reason: 'twice' },
    });
    expect(readMetadata({ mode: 'json', text: '[]' })).toEqual({ fault: { at: 'json', reason: 'notObject' } });
  });

  it('sends only what differs, and null for what is gone', () => {
    expect(changesOf({ a: 1, b: [1], c: 'x' }, { b: [1], c: 'y', d: true })).toEqual({ a: null, c: 'y', d: true });
  });
});
