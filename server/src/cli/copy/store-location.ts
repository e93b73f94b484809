import type { StoreLocation } from '../../app/services.ts';
import type { Config } from '../../config/config.ts';
import { UsageError } from '../command-context.ts';

const forms = 'a data directory, sqlite:<directory>, mongodb://…, mongodb+srv://…, or configured';

/**
 * Parses the value of an option that takes a store.
 * @param readConfig is called only for `configured`, which keeps a password out of the command line
 * @throws {UsageError}
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
  // A URL of another kind is probably not meant to be a directory.
  if (directory === '' || /^[a-z][a-z0-9+]*:\/\//i.test(directory)) {
    throw new UsageError(`${option} must be ${forms}.`);
  }
  return { kind: 'sqlite', directory };
}

/** Renders a location for people, without its password. */
export function readableLocation(location: StoreLocation): string {
  return location.kind === 'sqlite'
    ? location.directory
    : location.uri.replace(/\/\/[^/]*@/, '//(hidden)@').replace(/\?.*/, '');
}
