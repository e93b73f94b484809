import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { isForSdks } from '../contract/is-for-sdks.mjs';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Returns the contract without the operations that no SDK has. */
function withoutOthers(contract) {
  const paths = {};
  for (const [path, item] of Object.entries(contract.paths)) {
    const kept = Object.entries(item).filter(([name, operation]) => !methods.includes(name) || isForSdks(operation));
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

/** Returns the references in a value and in the components that it leads to. */
function reachableFrom(value, components) {
  const found = referencesIn(value);
  for (const reference of found) {
    const [, , kind, name] = reference.split('/');
    referencesIn(components[kind][name], found);
  }
  return found;
}

/** Keeps only the components that are still referenced. */
function withNamedComponents(contract) {
  const named = reachableFrom([contract.paths, contract.webhooks], contract.components);
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

function markTimes(value) {
  if (typeof value !== 'object' || value === null) return;
  if (value.format === 'date-time') value['x-accepts-date'] = true;
  for (const part of Object.values(value)) markTimes(part);
}

/** Marks the times of requests: a program has them as dates, and the client writes those in the form of the contract. */
function markSentTimes({ paths, components }) {
  const operations = Object.values(paths).flatMap((item) => methods.map((name) => item[name] ?? {}));
  const parts = operations.map(({ parameters, requestBody }) => [parameters, requestBody]);
  const received = reachableFrom(
    operations.map(({ responses }) => responses),
    components,
  );
  for (const reference of reachableFrom(parts, components)) {
    const [, , kind, name] = reference.split('/');
    if (!received.has(reference)) markTimes(components[kind][name]);
  }
  markTimes(parts);
}

/** Returns the type of a time that a request has; undefined for everything else. */
function typeOfSentTime(schema) {
  if (!schema['x-accepts-date']) return undefined;
  const types = [
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ts.factory.createTypeReferenceNode('Date'),
  ];
  if (schema.type.includes('null')) types.push(ts.factory.createLiteralTypeNode(ts.factory.createNull()));
  return ts.factory.createUnionTypeNode(types);
}

/** The schemas that the methods of the SDK replace with types of their own, and lines that only they read and write. */
const internal = [
  'CreateMemoriesItem',
  'CreateMemoriesResult',
  'ExportHeader',
  'ExportEnd',
  'ExportLine',
  'ImportLine',
  'SignalValue',
];

/** Exports each schema under its own name, as an interface where it can be one: editors then show the name alone. */
function namesOf({ paths, components: { schemas } }) {
  const operations = Object.values(paths).flatMap((item) => methods.map((name) => item[name] ?? {}));
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  // Methods take their params, whose names are not those of the contract.
  const params = bodies.map(({ schema }) => schema.$ref?.split('/').pop());
  const named = Object.entries(schemas).filter(([name]) => !params.includes(name) && !internal.includes(name));
  return named.map(([name, { type, description }]) => {
    const comment = `/** ${description.trim().replaceAll(/\n+/g, ' ')} */\n`;
    return type === 'object'
      ? `${comment}export interface ${name} extends SchemaOf<'${name}'> {}\n`
      : `${comment}export type ${name} = SchemaOf<'${name}'>;\n`;
  });
}

const { factory } = ts;
const named = (name, members) =>
  factory.createInterfaceDeclaration(
    [factory.createModifier(ts.SyntaxKind.ExportKeyword)],
    name,
    undefined,
    undefined,
    members,
  );
const memberOf = (type, name) => type?.members?.find((member) => member.name?.text === name);
const withType = (member, type) =>
  factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);

/** Returns the operation with a reference in place of its query, and the query. */
function withoutQuery(operation) {
  const parameters = memberOf(operation.type, 'parameters');
  const query = memberOf(parameters?.type, 'query');
  if (!query?.type.members) return [operation];
  const reference = factory.createTypeReferenceNode(`queries["${operation.name.text}"]`);
  const replace = (type, old, changed) =>
    factory.createTypeLiteralNode(type.members.map((member) => (member === old ? changed : member)));
  const changed = withType(parameters, replace(parameters.type, query, withType(query, reference)));
  const whole = withType(operation, replace(operation.type, parameters, changed));
  return [ts.setSyntheticLeadingComments(whole, ts.getSyntheticLeadingComments(operation)), query];
}

/**
 * Divides the types of the contract into interfaces that a bundler can leave out. The public types need the schemas and
 * the queries; the responses of all operations would be more than half of the declarations.
 */
function divide(nodes) {
  return nodes.flatMap((node) => {
    if (node.name?.text === 'components') {
      return node.members.map((member) => named(member.name.text, member.type.members ?? []));
    }
    if (node.name?.text !== 'operations') return [node];
    const divided = node.members.map(withoutQuery);
    const queries = divided.flatMap(([operation, query]) =>
      query ? [factory.createPropertySignature(undefined, operation.name, undefined, query.type)] : [],
    );
    return [
      named('queries', queries),
      named(
        'operations',
        divided.map(([operation]) => operation),
      ),
    ];
  });
}

/** Generates the types of the TypeScript SDK from the bundled contract: their fields, and the names that it exports. */
export async function generateSdkTypes(contract) {
  const document = withoutExamples(withNamedComponents(withoutOthers(contract)));
  document.components.schemas = withDescriptions(document.components.schemas, document.components.schemas);
  markSentTimes(document);
  const nodes = await openapiTypescript(document, { defaultNonNullable: false, transform: typeOfSentTime });
  // Editors show the text after a tag below all other text, but the first words of a comment where they help.
  const source = astToString(divide(nodes))
    .replaceAll('@description ', '')
    .replaceAll(/\bcomponents\["(\w+)"\]/g, '$1');
  const head = '// generated from openapi/, do not edit: npm run generate\n\n';
  const schemaOf = 'type SchemaOf<Name extends keyof schemas> = schemas[Name];\n\n';
  return {
    fields: `${head}${source}`,
    names: `${head}import type { schemas } from './contract.ts';\n\n${schemaOf}${namesOf(document).join('')}`,
  };
}
