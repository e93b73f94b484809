import { statfsSync } from 'node:fs';

/** Returns the space that this user may still fill on the disk of a directory. */
export function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
