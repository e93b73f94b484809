import { describe, expect, it } from 'vitest';
import { readCases } from './read-cases.ts';
import { formatTable } from './table.ts';
import { findCoverageProblems, readOperations } from './uncovered-operations.ts';

describe('the cases', () => {
  const cases = readCases();

  it('are at least 150, each with a unique id and valid by the schema', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
  });

  it('cover every operation of the contract that an SDK has', () => {
    expect(findCoverageProblems(cases, readOperations())).toEqual([]);
  });

  it('lack a new operation of the contract', () => {
    expect(findCoverageProblems(cases, [...readOperations(), 'mergeMemories'])).toEqual([
      expect.stringContaining('mergeMemories'),
    ]);
    expect(findCoverageProblems(cases, readOperations().slice(1))).toHaveLength(1);
  });
});

describe('the table', () => {
  it('shows each case in each language, failures, and missing results', () => {
    const cases = [
      { id: 'a', title: 'first', steps: [] },
      { id: 'b', title: 'second', steps: [] },
    ];
    const problems = new Map([
      ['a', []],
      ['b', ['step 1 went wrong']],
    ]);
    expect(formatTable(cases, [{ name: 'typescript', problems }, { name: 'go' }])).toBe(
      'case  typescript  go\na     ok          -\nb     FAIL        -\n\nb (second), typescript:\n  step 1 went wrong',
    );
  });
});
