import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';

/** Reads the package.json of a folder. */
export const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** A branch that was left can leave a folder of installed packages behind, without a package.json. */
const isPublished = (folder) => existsSync(join(root, folder, 'package.json')) && readManifest(folder).private !== true;

const folders = readdirSync(join(root, 'packages')).sort();

/** Lists the folders of all npm packages. The server comes last, because it needs others of them. */
export const npmPackages = [...folders.map((name) => `packages/${name}`), 'server'].filter(isPublished);
