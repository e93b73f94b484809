import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { secretNames } from '../src/config/config.ts';

const schema = JSON.parse(readFileSync(new URL('../../deploy/helm/mnema/values.schema.json', import.meta.url), 'utf8'));

it('lets the Helm chart mount every secret setting as a file', () => {
  expect(schema.properties.secret.properties.keys.items.enum.toSorted()).toEqual([...secretNames].toSorted());
});
