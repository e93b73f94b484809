import openapiTypescript, { astToString } from 'openapi-typescript';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The contract without the operations that serve operators and protocols, which no SDK has. */
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

/** Only the components that something still names. */
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

/** The types of the TypeScript SDK, from the bundled contract. */
export async function generateSdkTypes(contract) {
  const nodes = await openapiTypescript(withNamedComponents(withoutService(contract)), { defaultNonNullable: false });
  return `// generated from openapi/, do not edit: npm run generate\n\n${astToString(nodes)}`;
}
