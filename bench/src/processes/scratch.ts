import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates empty folders for one run, which are deleted when this process ends. */
export interface Scratch {
  root: string;
  folder(name: string): string;
}

export function createScratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'mnema-bench-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  return { root, folder: (name) => mkdtempSync(join(root, `${name}-`)) };
}
