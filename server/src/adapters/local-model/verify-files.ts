import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface HashedFile {
  readonly url: URL;
  readonly sha256: string;
}

const reinstallModel =
  'install the package @mnema/model-bge-small-en again (in a checkout: restore its files with git)';

/** The size of a part of a file that stays in the processor's cache until it is hashed. */
const pieceBytes = 256 * 1024;

/** Compares files with their hashes. It reads synchronously. @throws {Error} names each file that differs, and the fix */
export function verifyFiles(files: readonly HashedFile[]): void {
  const faults = files.flatMap((file) => {
    const fault = faultOf(file);
    return fault ? `${fileURLToPath(file.url)} is ${fault}` : [];
  });
  if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${reinstallModel}`);
}

function faultOf({ url, sha256 }: HashedFile): 'missing' | 'changed' | 'unreadable' | undefined {
  try {
    return hashOf(url) === sha256 ? undefined : 'changed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

/** Hashes a file in parts, which takes half the time of reading it as a whole. */
function hashOf(url: URL): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes);
  const file = openSync(url, 'r');
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}
