import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Mnema } from '../src/index.ts';

interface Contract {
  paths: Record<string, Record<string, { 'x-sdk-method'?: string }>>;
}

const contractFile = new URL('../../../server/src/generated/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(contractFile, 'utf8')) as Contract;
const names = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ 'x-sdk-method': name }) => (name === undefined ? [] : [name]));

describe('the methods of the contract', () => {
  it('are many', () => {
    expect(names.length).toBeGreaterThan(40);
  });

  it.each(names)('%s exists', (name) => {
    const path = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()).split('.');
    expect(new Mnema({ apiKey: 'mnk_test' })).toHaveProperty(path, expect.any(Function));
  });
});
