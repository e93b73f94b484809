import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorClasses } from './error-classes.ts';

const contract = JSON.parse(
  readFileSync(new URL('../../../../server/src/generated/openapi.json', import.meta.url), 'utf8'),
);
const codes: string[] = contract.components.schemas.Problem.properties.code['x-extensible-enum'];

describe('the error classes', () => {
  it('have one class for each code of the contract, named after it', () => {
    const named = (code: string) =>
      `${code.replace(/(^|_)([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase())}Error`;
    const names = [...errorClasses].map(([code, type]) => [code, type.className]);
    expect(names.sort()).toEqual(codes.map((code) => [code, named(code)]).sort());
  });
});
