// Generates the Go types of responses from the contract. `--check` changes nothing and fails on a difference.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goIsMissing, runGo } from './bootstrap/go.mjs';
import { root } from './bootstrap/paths.mjs';

const module = join(root, 'sdks/go');
const target = join(module, 'types.gen.go');
const contract = JSON.parse(readFileSync(join(root, 'server/src/generated/openapi.json'), 'utf8'));

const byStatusNames = { '2xx': 'Succeeded', '3xx': 'Redirected', '4xx': 'Refused', '5xx': 'Failed' };

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

/** Collects the schemas of successful responses of the SDK's operations, and those of the faults of a request. */
function responseModels() {
  const operations = Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId, tags }) => operationId && !tags.includes('service'));
  const documented = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2')),
  );
  const names = mentioned(Object.fromEntries(documented.map(([, response], index) => [index, response])));
  return [...names, 'ProblemError'].sort();
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
    Object.entries(properties).map(([name, property]) => {
      const field = forGo(property);
      if (name in byStatusNames) field['x-go-name'] = byStatusNames[name];
      if (!required.includes(name) && !field.$ref) field['x-go-type-skip-optional-pointer'] = true;
      return [name, field];
    }),
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
 * Corrects the generator's output: its package comment comes first, inner types are A_B, and comments read `Name
 * Sentence`.
 */
function tidy(source) {
  return source
    .replace(/^\/\/ Package mnema provides[^\n]*\n\/\/\n(\/\/ Code generated[^\n]*)\n/, '$1\n\n')
    .replace(/\b([A-Z][A-Za-z]*)_([A-Z][A-Za-z]*)\b/g, '$1$2')
    .replace(/^([^\S\n]*\/\/ )([A-Z]\w*) (?=\S)/gm, (line, start, name, offset, whole) => {
      const declared = whole.slice(offset).match(/^(?:[^\S\n]*\/\/[^\n]*\n)+\s*(?:type )?(\w+)/);
      return declared?.[1] === name ? `${start}${name}: ` : line;
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
