import { constants, lstatSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../command-context.ts';
import type { Configuration } from './configuration.ts';

export type Written =
  | { kind: 'created' | 'unchanged' }
  | { kind: 'changed'; backup: string; closed: boolean }
  /** A file whose content could be lost or broken by an edit. */
  | { kind: 'rejected' };

/** The mode of a file with a key, so that only its user may read it. */
const privateMode = 0o600;

/** Adds the server to the file of a client. The former content stays, and is copied to a backup next to it. */
export async function writeConfiguration(file: string, configuration: Configuration, now: number): Promise<Written> {
  const existing = await readIfThere(file);
  if (existing === undefined || existing.trim() === '') {
    await mkdir(dirname(file), { recursive: true });
    await replace(file, configuration.text, privateMode);
    return { kind: 'created' };
  }
  const added = await configuration.addTo(existing);
  if (added === undefined) return { kind: 'rejected' };
  if (added === existing) {
    await closeToOthers(file);
    return { kind: 'unchanged' };
  }
  // A link stays a link, and its target is replaced.
  const target = await realpath(file);
  const before = (await stat(target)).mode & 0o777;
  const mode = before & privateMode;
  const backup = await backUp(target, mode, now);
  await replace(target, added, mode);
  return { kind: 'changed', backup, closed: before !== mode };
}

/** @throws {CommandError} if the file exists and is not text in UTF-8 */
async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false })) return undefined;
    const messages: Record<string, string> = {
      ENOENT: `${file} is a link to a file that is not there. Create that file first, or remove the link.`,
      EISDIR: `${file} is a folder instead of the file of the client (EISDIR). Move it away.`,
      ENOTDIR: `${dirname(file)} is a file instead of a folder (ENOTDIR). Move it away.`,
      ERR_ENCODING_INVALID_ENCODED_DATA: `${file} was not changed: it is not UTF-8. Save it as UTF-8, and try again.`,
    };
    throw messages[code] ? new CommandError(messages[code]) : error;
  }
}

/** Removes the permissions of other users, because the file contains a key. */
async function closeToOthers(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0) await chmod(file, mode & privateMode);
}

async function backUp(file: string, mode: number, now: number): Promise<string> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let number = 1; ; number += 1) {
    const backup = `${file}.${time}${number === 1 ? '' : `-${number}`}.backup`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      // The backup may contain an earlier key.
      await chmod(backup, mode);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Replaces a file atomically. */
async function replace(file: string, text: string, mode: number): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, text, { mode });
  await chmod(unfinished, mode);
  await rename(unfinished, file);
}
