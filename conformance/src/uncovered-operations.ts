import { readFileSync } from 'node:fs';
import type { Case } from './case.ts';

interface Contract {
  paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
}

/** The tags of operations that no SDK has. */
const otherTags = ['service', 'web pages'];
const contractFile = new URL('../../server/src/generated/openapi.json', import.meta.url);

/** Lists the operations of the contract that every SDK has: all but those for operators, protocols and browsers. */
export function readOperations(): string[] {
  const { paths } = JSON.parse(readFileSync(contractFile, 'utf8')) as Contract;
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId, tags }) => operationId !== undefined && !tags?.some((tag) => otherTags.includes(tag)))
    .map(({ operationId }) => operationId as string);
}

/** Lists operations without a case, and operations in `covers` that do not exist, one sentence each. */
export function findCoverageProblems(cases: Case[], operations: string[]): string[] {
  const covered = new Set(cases.flatMap(({ covers }) => covers ?? []));
  const missing = operations.filter((operation) => !covered.has(operation));
  const unknown = [...covered].filter((name) => !operations.includes(name));
  return [
    ...missing.map(
      (name) => `operation ${name} of the contract has no case: add one to conformance/cases that covers it`,
    ),
    ...unknown.map((name) => `a case covers ${name}, which is no operation of the contract`),
  ];
}
