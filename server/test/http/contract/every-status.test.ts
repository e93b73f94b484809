import { describe, expect, it } from 'vitest';
import { operations, statusesOf } from '../check-response.ts';
import { statusesInTitles, toFolder } from '../operation-folders.ts';

/** What a title states is held against what the test received by `check-title.ts`. */
describe.each(operations)('$id', (operation) => {
  it('has a test in its folder for each status of the contract, whose title begins with the status', () => {
    const proved = statusesInTitles(operation.id);
    const unproved = statusesOf(operation).filter((status) => !proved.has(status));
    expect(unproved, `add them to test/http/${toFolder(operation.id)}/responses.test.ts`).toEqual([]);
  });
});
