import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { operationsOf, readContract } from '../../src/api/contract.ts';

/** `createMemory` → `create-memory` */
export const toFolder = (operationId: string) =>
  operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

let operationIds: Map<string, string> | undefined;

/** The operation that the tests of a folder are about. */
export function operationOf(folder: string): string | undefined {
  operationIds ??= new Map(operationsOf(readContract()).map(({ id }) => [toFolder(id), id]));
  return operationIds.get(basename(folder));
}

/** The statuses that titles in the folder of an operation begin with, as in `'404: …'`. */
export function statusesInTitles(operationId: string): Set<number> {
  const folder = join(import.meta.dirname, toFolder(operationId));
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const sources = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  return new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`](\d{3}): /g)].map(([, status]) => Number(status))),
  );
}
