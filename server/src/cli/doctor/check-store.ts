import type { DataDirectoryFacts } from '../../app/services.ts';
import { type Finding, ok, problem, warning } from './check.ts';
import { readableBytes } from './readable-bytes.ts';

const restore = 'stop the server, keep a copy of the directory, and restore a backup';

export function checkStore({ path, state, store }: DataDirectoryFacts): Finding {
  if (state.kind === 'unusable') return problem('there is no directory that could hold it', 'see the data directory');
  switch (store.kind) {
    case 'none':
      return store.marked
        ? problem(
            `the store file is missing, although a store was created in ${path}`,
            'restore a backup, or set MNEMA_DATA_DIR to another directory',
          )
        : ok('there is none; the first start creates it');
    case 'foreign':
      return problem(`the database in ${path} is not a Mnema store`, 'set MNEMA_DATA_DIR to another directory');
    case 'damaged':
      return problem(`the store file is damaged: ${store.reason}`, restore);
    case 'unreadable':
      return problem(
        `the store can't be read: ${store.reason}`,
        'look after that, and make all files in the data directory readable and writable for this user',
      );
    case 'unrecovered':
      return warning(
        'the store was not closed and its -shm file is gone, so it can only be checked after a start',
        'start the server, which recovers it by itself, and run this again',
      );
    case 'sound':
      return checkSound(store);
  }
}

function checkSound(store: Extract<DataDirectoryFacts['store'], { kind: 'sound' }>): Finding {
  const { file, bytes, format, knownFormat, marked, writable, checkMs } = store;
  const finding = `${file} is sound (${readableBytes(bytes)}, format ${format}, read in ${Math.round(checkMs)} ms)`;
  if (format > knownFormat) {
    return problem(
      `${finding}, but written by a newer version of Mnema; this one knows formats up to ${knownFormat}`,
      'upgrade Mnema, or set MNEMA_DATA_DIR to another directory',
    );
  }
  if (!writable) {
    return problem(`${finding}, but it may not be written`, `make ${file}* writable for this user`);
  }
  if (format < knownFormat) {
    return warning(
      `${finding}, but written by an older version of Mnema; this one uses format ${knownFormat}`,
      'make a backup, then start the server once: it upgrades the store',
    );
  }
  if (!marked) {
    return warning(
      `${finding}, but the mark that it was created here is missing`,
      'start the server once: it sets the mark; without it a lost store file would go unnoticed',
    );
  }
  return ok(finding);
}
