import openapiTypescript, { astToString } from 'openapi-typescript';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns the contract without the operations for operators and protocols, which no SDK has. */
function withoutService(contract) {
  const paths = {};
  for (const [path, item] of Object.entries(contract.paths)) {
    const kept = Object.entries(item).filter(
      ([name, operation]) => !methods.includes(name) || !operation.tags.includes('service'),
    );
    if (kept.some(([name]) => methods.includes(name))) paths[path] = Object.fromEntries(kept);
  }
  return { ...contract, paths };
}

function referencesIn(value, found = new Set()) {
  if (typeof value !== 'object' || value === null) return found;
  if (typeof value.$ref === 'string') found.add(value.$ref);
  for (const part of Object.values(value)) referencesIn(part, found);
  return found;
}

/** Keeps only the components that are still referenced. */
function withNamedComponents(contract) {
  const named = referencesIn(contract.paths);
  for (const reference of named) {
    const [, , kind, name] = reference.split('/');
    referencesIn(contract.components[kind][name], named);
  }
  const keep = (kind, members) =>
    Object.fromEntries(
      Object.entries(members).filter(
        ([name]) => kind === 'securitySchemes' || named.has(`#/components/${kind}/${name}`),
      ),
    );
  const components = Object.entries(contract.components).map(([kind, members]) => [kind, keep(kind, members)]);
  return { ...contract, components: Object.fromEntries(components) };
}

/** Drops whole requests and responses as examples, which would be half of the types; lists for single fields stay. */
function withoutExamples(value) {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, part]) => name !== 'examples' || Array.isArray(part));
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutExamples(part)]));
}

/** Drops the description of a field that is only a reference, because the referenced schema has it. */
function withDescriptions(value, schemas) {
  if (Array.isArray(value)) return value.map((part) => withDescriptions(part, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') {
    const description = value.description ?? schemas[value.$ref.split('/').pop()]?.description;
    return description === undefined ? value : { ...value, description };
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withDescriptions(part, schemas)]));
}

/** Generates the types of the TypeScript SDK from the bundled contract. */
export async function generateSdkTypes(contract) {
  const document = withoutExamples(withNamedComponents(withoutService(contract)));
  document.components.schemas = withDescriptions(document.components.schemas, document.components.schemas);
  const nodes = await openapiTypescript(document, { defaultNonNullable: false });
  // Editors show the text after a tag below all other text, but the first words of a comment where they help.
  const source = astToString(nodes).replaceAll('@description ', '');
  return `// generated from openapi/, do not edit: npm run generate\n\n${source}`;
}
