import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Counts the modules that the rules about the server's imports name one by one instead of by folder. */
export async function countFileNamesInArrow(root) {
  const { default: config } = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);
  const patterns = JSON.stringify(config.forbidden).match(/"\^server\/src[^"]*"/g) ?? [];
  const names = patterns.flatMap((pattern) => pattern.match(/[\w|-]+(?:\)?)\[\.\]ts/g) ?? []);
  return new Set(names.flatMap((name) => name.replace(/\)?\[\.\]ts$/, '').split('|'))).size;
}
