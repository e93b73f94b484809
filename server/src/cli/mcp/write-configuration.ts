import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Configuration } from './configuration.ts';

export type Written =
  | { kind: 'created' | 'unchanged' }
  | { kind: 'changed'; backup: string }
  /** The file holds something that would be lost, or would break. */
  | { kind: 'refused' };

/** Holds a key: for its owner only. */
const privateMode = 0o600;

/** Puts the server into the client's file. What was there stays, and stands in a backup beside it. */
export async function writeConfiguration(file: string, configuration: Configuration, now: number): Promise<Written> {
  const existing = await readIfThere(file);
  if (existing === undefined || existing.trim() === '') {
    await mkdir(dirname(file), { recursive: true });
    await replace(file, configuration.text, privateMode);
    return { kind: 'created' };
  }
  const added = configuration.addTo(existing);
  if (added === undefined) return { kind: 'refused' };
  if (added === existing) return { kind: 'unchanged' };
  // A link to where somebody keeps all their settings stays one.
  const target = await realpath(file);
  const backup = await backUp(target, now);
  await replace(target, added, (await stat(target)).mode & 0o777);
  return { kind: 'changed', backup };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function backUp(file: string, now: number): Promise<string> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let number = 1; ; number += 1) {
    const backup = `${file}.${time}${number === 1 ? '' : `-${number}`}.backup`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Whoever reads the file meanwhile finds the old one or the new one, whole. */
async function replace(file: string, text: string, mode: number): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, text, { mode });
  await chmod(unfinished, mode);
  await rename(unfinished, file);
}
