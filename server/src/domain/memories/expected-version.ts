import { DomainError } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory-store.ts';

/** The versions of which a memory must have one to be changed; undefined: any. */
export type ExpectedVersions = readonly number[] | undefined;

/** @throws {DomainError} `precondition_failed` */
export function requireVersion({ version }: Pick<Memory, 'version'>, expected: ExpectedVersions): void {
  if (expected === undefined || expected.includes(version)) return;
  throw new DomainError(
    'precondition_failed',
    `The memory has changed since the version in If-Match, and now has version ${version}. Read it again, then retry the write with the new ETag.`,
  );
}
