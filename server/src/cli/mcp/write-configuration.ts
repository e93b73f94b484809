import { constants, lstatSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../command-context.ts';
import type { Configuration } from './configuration.ts';

/** The mode of a file with a key, so that only its user may read it. */
const privateMode = 0o600;

/** Changes the file of a client, with a backup. @returns a sentence; undefined if an edit could break the content */
export async function writeConfiguration(
  file: string,
  configuration: Configuration,
  now: number,
): Promise<string | undefined> {
  const existing = await readIfThere(file);
  if (existing === undefined || existing.trim() === '') {
    await mkdir(dirname(file), { recursive: true });
    await replace(file, configuration.text, privateMode);
    return `Wrote ${file}.`;
  }
  const added = await configuration.addTo(existing);
  if (added === undefined) return undefined;
  // A link stays a link, and its target is replaced.
  const target = await realpath(file);
  const before = (await stat(target)).mode & 0o777;
  const mode = before & privateMode;
  if (added === existing) {
    await chmod(target, mode);
    return `${file} already has it.`;
  }
  const backup = `${target}.${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}.backup`;
  await copyFile(target, backup, constants.COPYFILE_EXCL);
  // The backup may contain an earlier key.
  await chmod(backup, mode);
  await replace(target, added, mode);
  const closed = before === mode ? '' : '\nBoth contain keys; only you can read them now.';
  return `Changed ${file}. Backup: ${backup}${closed}`;
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

async function replace(file: string, text: string, mode: number): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, text, { mode });
  await chmod(unfinished, mode);
  await rename(unfinished, file);
}
