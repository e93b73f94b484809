// Generates the Go types of responses from the contract. `--check` changes nothing and fails on a difference.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goIsMissing, runGo } from './bootstrap/go.mjs';
import { root } from './bootstrap/paths.mjs';
import { goSentence } from './contract/go-sentence.mjs';
import { isForSdks } from './contract/is-for-sdks.mjs';

const module = join(root, 'sdks/go');
const target = join(module, 'types.gen.go');
const contract = JSON.parse(readFileSync(join(root, 'server/src/generated/openapi.json'), 'utf8'));

const byStatusNames = { '2xx': 'Succeeded', '3xx': 'Redirected', '4xx': 'Rejected', '5xx': 'Failed' };

/** Collects the names of the schemas that `node` references, directly or through other schemas. */
function mentioned(node, names = new Set()) {
  for (const [key, value] of Object.entries(node ?? {})) {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.replace('#/components/schemas/', '');
      if (names.has(name) || !(name in contract.components.schemas)) continue;
      names.add(name);
      mentioned(contract.components.schemas[name], names);
    } else if (typeof value === 'object') {
      mentioned(value, names);
    }
  }
  return names;
}

/** Collects the schemas of successful responses of the SDK's operations, of webhooks, and of the faults of a request. */
function responseModels() {
  const operations = Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .filter((operation) => operation.operationId && isForSdks(operation));
  const documented = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2')),
  );
  const names = mentioned([documented.map(([, response]) => response), contract.webhooks]);
  // Go has no union types: the caller decodes one of the members.
  return [...names, 'ProblemError'].filter((name) => !contract.components.schemas[name].oneOf).sort();
}

/** Returns the name of a field where the generator's spelling is not that of Go, such as `MemoryIds`. */
function goName(name) {
  if (name in byStatusNames) return byStatusNames[name];
  if (!/_(?:ids|ms)$/.test(name)) return undefined;
  const words = name.split('_').map((word) => word[0].toUpperCase() + word.slice(1));
  return words.join('').replace(/Ids$/, 'IDs').replace(/Ms$/, 'MS');
}

/** Returns the extensions that give a field its name, its position in the contract and its type. */
function extensions(name, property, index, isRequired) {
  const field = { 'x-order': index };
  const known = goName(name);
  if (known !== undefined) field['x-go-name'] = known;
  if (!isRequired && !isStruct(property)) field['x-go-type-skip-optional-pointer'] = true;
  const omitsZero = { 'x-omitempty': false, 'x-omitzero': true };
  // An empty string stands for null, because the contract has no other use for it.
  if (isNullableString(property)) Object.assign(field, { type: 'string', ...omitsZero });
  // No time is empty for `omitempty`.
  if (!isRequired && property.format === 'date-time') Object.assign(field, omitsZero);
  return field;
}

/** A struct that is left out is a nil pointer, everything else its zero value. */
function isStruct({ $ref }) {
  return $ref !== undefined && contract.components.schemas[$ref.split('/').at(-1)].type !== 'string';
}

function isNullableString({ type, format }) {
  return Array.isArray(type) && [...type].sort().join() === 'null,string' && format !== 'date-time';
}

/** Rewrites a schema so that it gives the Go type that a Go programmer expects. */
function forGo(schema) {
  // Responses are open: a newer server may have other values than a constant.
  const { examples: _examples, const: _const, properties, required = [], ...rest } = schema;
  if (rest.type === 'number') rest.format = 'double';
  if (rest.items) rest.items = forGo(rest.items);
  if (!properties) return rest;
  rest.required = required;
  rest.properties = Object.fromEntries(
    Object.entries(properties).map(([name, property], index) => [
      name,
      { ...forGo(property), ...extensions(name, property, index, required.includes(name)) },
    ]),
  );
  return rest;
}

function documentForGo() {
  const schemas = Object.fromEntries(responseModels().map((name) => [name, forGo(contract.components.schemas[name])]));
  // A defined type would need a conversion at every map literal.
  schemas.Metadata = { ...schemas.Metadata, 'x-go-type': 'map[string]any' };
  return { openapi: contract.openapi, info: contract.info, paths: {}, components: { schemas } };
}

/**
 * Corrects the generator's output: its package comment comes first, inner types are A_BMs, and comments have no verb.
 */
function tidy(source) {
  return source
    .replace(/^\/\/ Package mnema provides[^\n]*\n\/\/\n(\/\/ Code generated[^\n]*)\n/, '$1\n\n')
    .replace(/\b([A-Z][A-Za-z]*)_([A-Z][A-Za-z]*?)(?:Ms)?\b/g, '$1$2')
    .replace(/^([^\S\n]*\/\/ )([A-Z]\w*) (?=\S)([^\n]*)/gm, (line, start, name, description, offset, whole) => {
      const declared = whole.slice(offset).match(/^(?:[^\S\n]*\/\/[^\n]*\n)+\s*(?:type )?(\w+) ([^\n]*)/);
      if (declared?.[1] !== name) return line;
      return `${start}${goSentence(name, description, declared[2])}`;
    })
    .replaceAll('interface{}', 'any');
}

async function generate() {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-go-types-'));
  try {
    const input = join(folder, 'openapi.json');
    const output = join(folder, 'types.gen.go');
    writeFileSync(input, JSON.stringify(documentForGo()));
    const settings = ['-config', 'tools/oapi-codegen.yaml', '-o', output, input];
    const run = await runGo(['tool', '-modfile=tools/go.mod', 'oapi-codegen', ...settings], { cwd: module });
    if (run.code !== 0) throw new Error(`oapi-codegen ended with ${run.code}:\n${run.output}`);
    return tidy(readFileSync(output, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (goIsMissing()) {
  console.log('not generated: the types of the Go SDK, because there is no Go here');
} else if (!process.argv.includes('--check')) {
  writeFileSync(target, await generate());
} else if ((await generate()) !== readFileSync(target, 'utf8')) {
  console.error('sdks/go/types.gen.go differs from openapi/: npm run generate');
  process.exitCode = 1;
}
