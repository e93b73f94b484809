// Writes the tables of methods in the READMEs of the SDKs from `x-sdk-method` in the contract. `--check` changes nothing
// and fails on a difference.
import { readFileSync } from 'node:fs';
import { isForSdks } from './contract/is-for-sdks.mjs';
import { writePage } from './documents/write-page.mjs';

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const { paths, tags } = JSON.parse(read('server/src/generated/openapi.json'));

const capitalised = (word) => (word === 'api' ? 'API' : word[0].toUpperCase() + word.slice(1));

/** The name of a method in each language, from that in Python. */
const nameInTypescript = (method) => method.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
const nameInPython = (method) => method;
const nameInGo = (method) =>
  `client.${method
    .split('.')
    .map((part) => part.split('_').map(capitalised).join(''))
    .join('.')}`;

const operations = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .filter((operation) => operation.operationId !== undefined && isForSdks(operation));

const byTag = tags.map((tag) => ({ ...tag, methods: operations.filter(({ tags: [own] }) => own === tag.name) }));

/** Returns a row for each tag, with all its methods. */
function toShortTable(nameOf) {
  const rows = byTag.map(({ description, methods }) => {
    const names = methods.map((operation) => `\`${nameOf(operation['x-sdk-method'])}\``);
    return names.length > 0 ? [`| ${description.replace(/\.$/, '')} | ${names.join(', ')} |`] : [];
  });
  return ['| Purpose | Methods |', '|---|---|', ...rows.flat()].join('\n');
}

/** Returns a row for each method, with its summary. */
function toLongTable(nameOf) {
  const rows = byTag.flatMap(({ methods }) =>
    methods.map((operation) => `| \`${nameOf(operation['x-sdk-method'])}\` | ${operation.summary} |`),
  );
  return ['| Method | Purpose |', '|---|---|', ...rows].join('\n');
}

const tables = {
  'packages/sdk/README.md': toShortTable(nameInTypescript),
  'sdks/python/README.md': toShortTable(nameInPython),
  'sdks/go/README.md': toLongTable(nameInGo),
};

const begin = '<!-- Methods, generated from openapi/: npm run generate -->';
const end = '<!-- End of the methods -->';

for (const [name, table] of Object.entries(tables)) {
  const [before, rest] = read(name).split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`${name} has no "${begin}" and "${end}" after it`);
  writePage(name, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}
