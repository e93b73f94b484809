import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryDirectory } from './spawn-server.ts';

/**
 * Makes a data directory when the first test of the file needs it.
 * @returns what gives a test a copy of its own, and what `make` resolved to
 */
export function storeCopies<Made>(make: (directory: string) => Promise<Made>) {
  let original: { directory: string; made: Promise<Made> } | undefined;
  afterAll(() => original && rmSync(original.directory, { recursive: true, force: true }));
  return async (): Promise<{ directory: string; made: Made }> => {
    if (!original) {
      const directory = mkdtempSync(join(tmpdir(), 'mnema-original-'));
      original = { directory, made: make(directory) };
    }
    const made = await original.made;
    const directory = temporaryDirectory();
    cpSync(original.directory, directory, { recursive: true });
    return { directory, made };
  };
}
