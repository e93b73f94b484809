import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Empty folders for one run, all gone when this process ends. */
export interface Scratch {
  root: string;
  folder(name: string): string;
}

export function createScratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'mnema-bench-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  return { root, folder: (name) => mkdtempSync(join(root, `${name}-`)) };
}
