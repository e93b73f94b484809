import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closestName } from '../lib/closest-name.ts';
import { type FieldError, invalidRequest } from '../ports/errors.ts';
import { type ContractDocument, inlined } from './contract.ts';
import { fieldOfPurpose } from './other-names.ts';
import { checkExact, holdsMoreThan } from './parse-json.ts';
import { type Schema, type SchemaAt, schemasWithin } from './schema-lookup.ts';

/** @throws {DomainError} `invalid_request`, which lists each error and its fix */
type ValueCheck = (value: unknown) => void;

/** Creates the check of values against a schema of the contract. Operations with many items check each item with it. */
export function createValueCheck(contract: ContractDocument, name: string): ValueCheck {
  const check = createSchemaCheck(inlined<Schema>(contract, { $ref: `#/components/schemas/${name}` }));
  return (value) => {
    checkExact(value);
    check(value);
  };
}

export function createSchemaCheck(schema: Schema): ValueCheck {
  let first: ValidateFunction | undefined;
  let all: ValidateFunction | undefined;
  return (value) => {
    // Compiling takes a while, and few servers need every schema.
    first ??= compile(schema, false);
    if (first(value)) return;
    // The cost of finding all errors grows with the square of their number.
    all ??= compile(schema, true);
    const failed = holdsMoreThan(value, maxDescribed) ? first : all;
    failed(value);
    const errors = (failed.errors ?? []).map(toValidationError);
    throw invalidRequest(...describeValidationErrors(errors, schemasWithin(schema)));
  };
}

function compile(schema: Schema, allErrors: boolean): ValidateFunction {
  const ajv = new Ajv2020({ allErrors, strict: true, strictRequired: false, allowUnionTypes: true });
  ajv.addVocabulary(['x-extensible-enum', 'x-items-checked', 'x-aliases', 'x-null']);
  addFormats.default(ajv, ['date-time', 'double']);
  return ajv.compile(schema);
}

function toValidationError({ keyword, instancePath, params, message }: ErrorObject): ValidationError {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const path = typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
  return { path, message: message ?? 'is not valid', errorCode: keyword };
}

export type ValidationError = { path: string; message: string; errorCode?: string };

/** A value with at most this many fields and items is checked for all errors, and a larger one for the first. */
export const maxDescribed = 250;

export function describeValidationErrors(errors: readonly ValidationError[], schemaAt: SchemaAt): FieldError[] {
  const clipped = errors.map((error) => ({ ...error, path: clip(error.path) }));
  const isNoise = noiseOf(clipped, schemaAt);
  const described = new Map<string, FieldError>();
  for (const error of clipped.filter((one) => !isNoise(one))) {
    const { path } = error;
    const message = (fixes[keywordOf(error)] ?? describeOther)(schemaAt(path) ?? {}, error, schemaAt);
    described.set(`${path} ${message}`, { path, message });
  }
  return [...described.values()];
}

const keywordOf = ({ errorCode = '' }: ValidationError) => errorCode.split('.')[0] as string;
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The maximum length of a path. The caller chooses its names, which may be as long as a body. */
const maxPathLength = 200;
const clip = (path: string) => (path.length > maxPathLength ? `${path.slice(0, maxPathLength).toWellFormed()}…` : path);

/** Finds errors that do not help: those of the branches of a failed choice, and of a choice for a wrong type. */
function noiseOf(errors: ValidationError[], schemaAt: SchemaAt): (error: ValidationError) => boolean {
  const mistyped = new Set(errors.filter((one) => keywordOf(one) === 'type').map(({ path }) => path));
  const choices = new Map(
    errors.filter((one) => keywordOf(one) === 'oneOf').map(({ path }) => [path, schemaAt(path)] as const),
  );
  const choiceOfFields = (path: string) => requiredChoices(choices.get(path)).length > 0;
  const choicesOfValues = [...choices.keys()].filter((path) => !choiceOfFields(path));
  return (error) => {
    const { path } = error;
    const keyword = keywordOf(error);
    if (keyword === 'oneOf' && choiceOfFields(path)) return mistyped.has(path);
    if (keyword === 'not' && choiceOfFields(path)) return true;
    const isInside = (choice: string) => path.startsWith(`${choice}/`) || (path === choice && keyword !== 'oneOf');
    if (choicesOfValues.some(isInside)) return true;
    const parent = parentOf(path);
    return keyword === 'required' && choiceOfFields(parent) && !choices.get(parent)?.required?.includes(nameOf(path));
  };
}

/** Returns the fields that each branch of a choice requires; none when it is a choice between kinds of values. */
function requiredChoices(schema: Schema | undefined): string[][] {
  return (schema?.oneOf ?? []).flatMap(({ required }) => (required ? [required] : []));
}

type Describe = (schema: Schema, error: ValidationError, schemaAt: SchemaAt) => string;

const fixes: Partial<Record<string, Describe>> = {
  oneOf: (schema, { path }) => {
    const choices = requiredChoices(schema).map((fields) => fields.join(' with '));
    if (choices.length === 0) {
      const fix = path.includes('/filters/') ? '; other conditions are sent as where' : '';
      return `must be ${describeValues(schema)}${fix}`;
    }
    // With several fields in one choice, an "and" between them would be ambiguous.
    return `needs exactly one of ${choices.join(choices.some((one) => one.includes(' with ')) ? '; or ' : ' and ')}`;
  },
  additionalProperties: (_schema, { path }, schemaAt) =>
    `is not a field of this request${hint(nameOf(path), schemaAt(parentOf(path)))}`,
  required: (schema) => `is missing: send ${describeExpected(schema)}`,
  type: (schema) => `must be ${describeExpected(schema)}`,
  enum: (schema) => `must be ${describeExpected(schema)}`,
  format: (schema, { message }) => (schema.format === 'date-time' ? `must be ${describeExpected(schema)}` : message),
  pattern: ({ pattern, examples, example }) => `must match ${pattern}, like ${examples?.[0] ?? example}`,
  minLength: ({ minLength }, { path }, schemaAt) => {
    const isNeedless = minLength === 1 && isOptional(path, schemaAt);
    const fix = isNeedless ? ': leave it out instead of sending an empty value' : '';
    return `must have at least ${counted(minLength, 'character')}${fix}`;
  },
  maxLength: ({ maxLength }) => `must have at most ${counted(maxLength, 'character')}`,
  minItems: ({ minItems }) => `must have at least ${counted(minItems, 'item')}`,
  maxItems: ({ maxItems }) => `must have at most ${counted(maxItems, 'item')}`,
  maxProperties: ({ maxProperties }) => `must have at most ${counted(maxProperties, 'key')}`,
  uniqueItems: () => 'must not contain duplicates',
  minProperties: (schema) => `must have at least one of ${fieldNames(schema).join(', ')}`,
  minimum: describeRange,
  maximum: describeRange,
};

function describeRange({ minimum, maximum }: Schema): string {
  return maximum === undefined ? `must be at least ${minimum}` : `must be between ${minimum} and ${maximum}`;
}

/** Describes the errors that only parameters have, and others with the words of the validator. */
function describeOther(_schema: Schema, { path, message }: ValidationError, schemaAt: SchemaAt): string {
  const isParameter = path.startsWith('/query/');
  if (isParameter && /unknown query parameter/i.test(message)) {
    return `is not a parameter of this operation${hint(nameOf(path), schemaAt('/query'), '; it has no parameters')}`;
  }
  if (isParameter && /empty value found/i.test(message)) {
    return `is empty: send a value${isOptional(path, schemaAt) ? ', or leave it out' : ''}`;
  }
  return message.replaceAll(' NOT ', ' not ');
}

const kinds: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function describeExpected({ enum: values, format, type }: Schema): string {
  if (values) return `one of ${values.join(', ')}`;
  if (format === 'date-time') return 'a date and time with its zone, like 2026-11-21T09:30:00Z';
  const types = (typeof type === 'string' ? [type] : (type ?? [])).flatMap((one) => kinds[one] ?? []);
  return types.join(' or ') || 'a value';
}

function describeValues({ oneOf = [] }: Schema): string {
  const orNull = oneOf.some(({ type }) => type === 'null') ? ' null,' : '';
  const most = oneOf.find(({ type }) => type === 'array')?.maxItems?.toLocaleString('en');
  return `a string, a number, a boolean,${orNull} or a non-empty array of at most ${most} of these`;
}

function isOptional(path: string, schemaAt: SchemaAt): boolean {
  const parent = schemaAt(parentOf(path));
  const name = nameOf(path);
  return !parent?.required?.includes(name) && !requiredChoices(parent).flat().includes(name);
}

const fieldNames = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {});

function hint(name: string, schema: Schema | undefined, otherwise = ''): string {
  const names = fieldNames(schema);
  if (names.length === 0) return otherwise;
  const meant = fieldOfPurpose(name, names) ?? closestName(name, names);
  return `${meant === undefined ? '' : ` (did you mean ${meant}?)`}; valid names are ${names.join(', ')}`;
}

function counted(count: number | undefined, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
