import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Writes a file or the names in a directory to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
