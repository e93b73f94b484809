import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import type { Case } from './case.ts';

const folder = new URL('../', import.meta.url);
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

/**
 * Reads all cases, by file and in their order there.
 * @throws when a file breaks the schema or two cases have the same id
 */
export function readCases(): Case[] {
  const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(readJson('case.schema.json') as object);
  const cases: Case[] = [];
  const fileOf = new Map<string, string>();
  for (const kind of ['cases', 'faults']) {
    for (const name of readdirSync(new URL(kind, folder)).sort()) {
      const file = `${kind}/${name}`;
      const content = readJson(file);
      if (!isValid(content)) {
        const problems = (isValid.errors ?? []).map((error) => describeProblem(content, error));
        throw new Error(`conformance/${file} is not what case.schema.json allows:\n${problems.join('\n')}`);
      }
      for (const one of content as Case[]) {
        const other = fileOf.get(one.id);
        if (other !== undefined) throw new Error(`case ${one.id} is in ${other} and in ${file}`);
        fileOf.set(one.id, file);
        cases.push(one);
      }
    }
  }
  return cases;
}

/** Replaces the index of a case by its id, which is easier to find in a file. */
function describeProblem(cases: unknown, { instancePath, message }: ErrorObject): string {
  const [, index, rest = ''] = /^\/(\d+)(.*)$/.exec(instancePath) ?? [];
  const id = Array.isArray(cases) ? cases[Number(index)]?.id : undefined;
  return id ? `case ${id}: ${rest} ${message}` : `${instancePath} ${message}`;
}
