// Prints figures about the size and the structure of the server's sources: `node_modules/.bin/node
// scripts/house-figures.mjs [--root CHECKOUT] [--walk] [--files]`. `--root` measures another checkout of this repository.
// `--walk` also counts the files that one write and one search enter, and `--files` lists them.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root as ownRoot } from './bootstrap/paths.mjs';
import { countFileNamesInArrow } from './house/arrow.mjs';
import { findLongFunctions } from './house/long-functions.mjs';
import { countSharedBlocks } from './house/shared-blocks.mjs';
import { readSources } from './house/sources.mjs';
import { countStoreMethods } from './house/store-methods.mjs';
import { walkRequests } from './house/walk-requests.mjs';
import { checkAllNames } from './names/check-all-names.mjs';

const flag = { type: 'boolean', default: false };
const { values } = parseArgs({ options: { root: { type: 'string' }, walk: flag, files: flag } });
const root = resolve(values.root ?? ownRoot);

const sources = readSources(root);
const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b);
const share = (part) => lengths[Math.floor((lengths.length - 1) * part)];
const longest = sources.toSorted((a, b) => b.lines - a.lines)[0];
const longFunctions = findLongFunctions(sources);
const sum = (files) => files.reduce((total, { lines }) => total + lines, 0);
const contracts = readSources(root, { suffix: '.contract.ts' }).filter(({ path }) =>
  /\/(memory-store|memory-rows|candidate-index|extraction|ingest-jobs|embedding-state|store-health)[\w.-]*$/.test(path),
);

const countFlaggedNames = () => checkAllNames(root).flagged.filter(({ path }) => path.startsWith('server/src/')).length;

const rows = [
  ['files of server/src, without tests and generated code', sources.length, ''],
  ['lines of server/src', sum(sources), '≤ 27,000'],
  ['lines of a file: median', share(0.5), ''],
  ['lines of a file: p90', share(0.9), ''],
  [`lines of the longest file (${longest.path})`, longest.lines, '≤ 350'],
  ['functions of more than 60 lines', longFunctions.length, '≤ 5'],
  ['`as unknown as`', sources.reduce((total, { text }) => total + text.split('as unknown as').length - 1, 0), '≤ 10'],
  ['methods that a new store must write', countStoreMethods(root), '≤ 45'],
  ["lines of the memory store's contract", sum(contracts), '≤ 900'],
  ['blocks of six lines that both stores share', countSharedBlocks(sources), '0'],
  ['names with a flagged word in the code of the server', countFlaggedNames(), '0'],
  ['names of files in the import arrow', await countFileNamesInArrow(root), '0'],
];
const walked = values.walk || values.files ? await walkRequests(root) : { write: [], search: [] };
const { write, search } = walked;
if (write.length > 0) {
  rows.push(['files that a POST /memories enters before its 202 (main thread)', write.length, '≤ 55']);
  rows.push(['files that a POST /search enters before its 200 (main thread)', search.length, '≤ 60']);
}
for (const [name, figure, goal] of rows) {
  console.log(`${name.padEnd(78)} ${String(figure).padStart(7)}  ${goal}`.trimEnd());
}
for (const { path, name, lines } of longFunctions) console.log(`  ${path}: ${name} has ${lines} lines`);
if (values.files) for (const [name, files] of Object.entries(walked)) console.log([`${name}:`, ...files].join('\n  '));
