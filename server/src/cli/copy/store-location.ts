import type { StoreLocation } from '../../app/services.ts';
import type { Config } from '../../config/config.ts';
import { CommandError } from '../command-context.ts';

const forms = 'a data directory, sqlite:<directory>, mongodb://…, mongodb+srv://…, or configured';

/**
 * Reads what was given to an option that takes a store.
 * @param readConfig - asked for `configured` only: that may hold a password, which nobody else sees then
 * @throws {CommandError}
 */
export function parseStoreLocation(option: string, text: string, readConfig: () => Config): StoreLocation {
  if (text === 'configured') {
    const { store, dataDirectory, mongodbUri } = readConfig();
    return store === 'mongodb' && mongodbUri !== undefined
      ? { kind: 'mongodb', uri: mongodbUri }
      : { kind: 'sqlite', directory: dataDirectory };
  }
  if (/^mongodb(\+srv)?:\/\//.test(text)) return { kind: 'mongodb', uri: text };
  const directory = text.replace(/^sqlite:/, '');
  // What looks like another kind of store is no directory that somebody meant.
  if (directory === '' || /^[a-z][a-z0-9+]*:\/\//i.test(directory)) {
    throw new CommandError(`${option} must be ${forms}.`);
  }
  return { kind: 'sqlite', directory };
}

/** For people: without the password. */
export function readableLocation(location: StoreLocation): string {
  return location.kind === 'sqlite'
    ? location.directory
    : location.uri.replace(/\/\/[^/]*@/, '//(hidden)@').replace(/\?.*/, '');
}
