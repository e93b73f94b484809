import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EvaluationSet, EvaluationSetError, parseEvaluationSet } from './evaluation-set.ts';

const folder = fileURLToPath(new URL('../../retrieval/sets', import.meta.url));

/** Reads the files of the sets in the repository, by name. */
export function ownSetFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** @throws {EvaluationSetError} for an invalid set, and when two sets have the same name */
export function readSets(files: readonly string[]): EvaluationSet[] {
  const names = new Set<string>();
  return files.map((file) => {
    const set = parseEvaluationSet(basename(file), readFileSync(file, 'utf8'));
    if (names.has(set.name))
      throw new EvaluationSetError(`${basename(file)} /name "${set.name}" is taken by another set`);
    names.add(set.name);
    return set;
  });
}
