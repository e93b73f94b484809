import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface HashedFile {
  readonly url: URL;
  /** In hexadecimal. */
  readonly sha256: string;
}

export const reinstallModel =
  'install the package @mnema/model-bge-small-en again (in a checkout: restore its files with git)';

/** Compares files with their hashes, which the thread pool computes. Returns what is wrong with each that differs. */
export async function faultsOf(files: readonly HashedFile[]): Promise<string[]> {
  const faults = await Promise.all(files.map(faultOf));
  return files.flatMap(({ url }, index) => (faults[index] ? `${fileURLToPath(url)} is ${faults[index]}` : []));
}

/** @throws {Error} names each file that differs, and the way out */
export async function verifyFiles(files: readonly HashedFile[]): Promise<void> {
  const faults = await faultsOf(files);
  if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${reinstallModel}`);
}

async function faultOf({ url, sha256 }: HashedFile): Promise<'missing' | 'changed' | 'unreadable' | undefined> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', readFileSync(url));
    return Buffer.from(hash).toString('hex') === sha256 ? undefined : 'changed';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unreadable';
  }
}
