// Checks the bundled contract. A schema that does not compile strictly and an example that is missing or does not fit its
// schema are errors. So are operations without the parts that openapi/README.md requires, and unreferenced files.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUnreferencedFiles } from './contract/find-unreferenced-files.mjs';
import { isForSdks } from './contract/is-for-sdks.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const { default: Ajv } = require('ajv/dist/2020');
const contractFile = process.argv[2] ?? join(root, 'server', 'src', 'generated', 'openapi.json');
const contract = JSON.parse(readFileSync(contractFile, 'utf8'));

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ajv = new Ajv({
  strict: true,
  // Branches that only require fields of the schema around them express "exactly one of"; all else stays strict.
  strictRequired: false,
  // The content of a message is a text or a list.
  allowUnionTypes: true,
  allErrors: true,
  keywords: ['example', 'x-extensible-enum', 'x-items-checked', 'x-aliases', 'x-null'],
  formats: {
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)),
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    uri: (text) => URL.canParse(text),
    'uri-reference': (text) => URL.canParse(text, 'http://localhost'),
    double: { type: 'number', validate: Number.isFinite },
  },
});
// The document is one schema resource, so that its `#/components/…` references resolve unchanged.
ajv.addVocabulary(Object.keys(contract));
ajv.addSchema(contract, 'contract', false, false);

const problems = [];
const methods = ['get', 'put', 'post', 'delete', 'patch'];
const pointer = (...parts) =>
  `/${parts.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
const valueAt = (path) => path.reduce((value, part) => value[part], contract);

/** Finds the object at a path, and the path behind its reference. */
function resolve(path) {
  const reference = valueAt(path).$ref;
  if (reference === undefined) return { path, value: valueAt(path) };
  return resolve(
    reference
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

function validatorFor(path) {
  try {
    return ajv.compile({ $ref: `contract#${encodeURI(pointer(...path))}` });
  } catch (error) {
    problems.push(`${pointer(...path)}: ${error.message}`);
    return undefined;
  }
}

function checkValues(schemaPath, examples) {
  const validate = validatorFor(schemaPath);
  if (validate === undefined) return;
  for (const [where, value] of examples) {
    if (!validate(value)) problems.push(`${where}: ${ajv.errorsText(validate.errors, { dataVar: 'example' })}`);
  }
}

/** Checks the example(s) of a media type, parameter or header against its schema. */
function checkHolder(path, { required }) {
  const { path: realPath, value: holder } = resolve(path);
  const where = pointer(...path);
  const examples = [];
  if (holder.example !== undefined) examples.push([where, holder.example]);
  for (const [name, example] of Object.entries(holder.examples ?? {}))
    examples.push([`${where} (${name})`, example.value]);
  if (required && examples.length === 0) problems.push(`${where}: has no example`);
  checkValues([...realPath, 'schema'], examples);
}

function checkContent(path) {
  for (const mediaType of Object.keys(valueAt(path))) checkHolder([...path, mediaType], { required: true });
}

/** Visits a schema and those inside it, for the examples written on schemas. */
function checkSchema(path) {
  const schema = valueAt(path);
  if (schema.examples) {
    checkValues(
      path,
      schema.examples.map((value, index) => [pointer(...path, 'examples', index), value]),
    );
  }
  for (const name of Object.keys(schema.properties ?? {})) checkSchema([...path, 'properties', name]);
  for (const index of (schema.oneOf ?? []).keys()) checkSchema([...path, 'oneOf', index]);
  for (const keyword of ['items', 'additionalProperties']) {
    if (typeof schema[keyword] === 'object') checkSchema([...path, keyword]);
  }
}

for (const name of Object.keys(contract.components.schemas)) {
  validatorFor(['components', 'schemas', name]);
  checkSchema(['components', 'schemas', name]);
}

/** The kinds of `x-key-restriction`, and the fields that an operation of each kind must take. */
const restrictedFields = {
  scope: ['user_id', 'agent_id', 'project'],
  content: ['user_id', 'agent_id', 'metadata'],
  items: [],
  memory: ['memory_id'],
  'by-tool': [],
  none: [],
};

/** The names of the parameters of an operation and of the fields in its body. */
function fieldNames(operation, path) {
  const item = ['paths', path[1]];
  const parameters = [
    ...(valueAt(item).parameters ?? []).map((_, index) => [...item, 'parameters', index]),
    ...(operation.parameters ?? []).map((_, index) => [...path, 'parameters', index]),
  ];
  const names = parameters.map((parameter) => resolve(parameter).value.name);
  if (!operation.requestBody?.content?.['application/json']) return new Set(names);
  const body = resolve([...path, 'requestBody', 'content', 'application/json', 'schema']).value;
  return new Set([...names, ...Object.keys(body.properties ?? {})]);
}

/** Checks the parts that every operation must have; see openapi/README.md. */
function checkHouseRules(operation, where, path) {
  const expect = (holds, what) => {
    if (!holds) problems.push(`${where}: ${what}`);
  };
  const statuses = Object.keys(operation.responses);
  const takesApiKey = operation.security?.some((requirement) => 'ApiKey' in requirement) ?? false;
  expect(operation.security !== undefined, 'does not state its security');
  expect(
    takesApiKey === ['read', 'write', 'by-tool'].includes(operation['x-scope']),
    'x-scope and the ApiKey credential go together',
  );
  const restriction = operation['x-key-restriction'];
  expect(
    takesApiKey === Object.hasOwn(restrictedFields, restriction),
    'x-key-restriction and the ApiKey credential go together',
  );
  const names = fieldNames(operation, path);
  expect(
    (restrictedFields[restriction] ?? []).every((name) => names.has(name)),
    `has x-key-restriction: ${restriction} without all of ${restrictedFields[restriction]?.join(', ')}`,
  );
  expect(
    isForSdks(operation) === /^[a-z_]+(\.[a-z_]+)?$/.test(operation['x-sdk-method'] ?? ''),
    'the operations of the SDKs, and no others, have an x-sdk-method',
  );
  expect(!takesApiKey || statuses.includes('403'), 'takes an API key but does not list 403');
  expect(!operation.security?.length || statuses.includes('401'), 'takes a credential but does not list 401');
  expect(
    !operation.requestBody || ['400', '413', '415'].every((status) => statuses.includes(status)),
    'takes a body but does not list 400, 413 and 415',
  );
}

function checkResponse(path) {
  const status = Number(path.at(-1));
  const where = pointer(...path);
  const { path: realPath, value: response } = resolve(path);
  for (const name of Object.keys(response.headers ?? {})) {
    const header = resolve([...realPath, 'headers', name]);
    checkSchema([...header.path, 'schema']);
  }
  if (!response.headers?.['X-Request-Id']) problems.push(`${where}: does not declare X-Request-Id`);
  if (status === 401 && !response.headers?.['WWW-Authenticate'])
    problems.push(`${where}: does not declare WWW-Authenticate`);
  if (response.content) checkContent([...realPath, 'content']);
  if (status < 400) return;
  const { example, examples = {} } = response.content?.['application/problem+json'] ?? {};
  const values = [example, ...Object.values(examples).map(({ value }) => value)].filter(Boolean);
  const isJsonRpc = response.content?.['application/json']?.schema.$ref === '#/components/schemas/JsonRpcAnswer';
  if (values.length === 0 && !isJsonRpc) {
    problems.push(`${where}: is not application/problem+json with an example`);
  }
  for (const value of values) {
    if (
      value.status !== status ||
      value.type !== `https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#${value.code}`
    ) {
      problems.push(`${where}: status or type of the example does not fit`);
    }
    if (!problemCodes.includes(value.code)) problems.push(`${where}: the code ${value.code} is not one of Problem`);
  }
}

const problemCodes = contract.components.schemas.Problem.properties.code['x-extensible-enum'];

for (const [route, item] of Object.entries(contract.paths)) {
  const checkParameters = (path, parameters = []) => {
    for (const index of parameters.keys()) checkHolder([...path, 'parameters', index], { required: true });
  };
  checkParameters(['paths', route], item.parameters);
  for (const method of methods.filter((method) => item[method])) {
    const operation = item[method];
    const path = ['paths', route, method];
    checkHouseRules(operation, pointer(...path), path);
    checkParameters(path, operation.parameters);
    if (operation.requestBody) checkContent([...resolve([...path, 'requestBody']).path, 'content']);
    for (const status of Object.keys(operation.responses)) checkResponse([...path, 'responses', status]);
  }
}

problems.push(...findUnreferencedFiles(join(root, 'openapi', 'openapi.yaml')));

for (const problem of new Set(problems)) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
