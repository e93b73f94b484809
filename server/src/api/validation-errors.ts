import { closestName } from '../lib/closest-name.ts';
import type { FieldError } from '../ports/errors.ts';
import { describeExpected, fieldNames, requiredChoices, type Schema, type SchemaAt } from './schema-lookup.ts';

export interface ValidationError {
  path: string;
  message: string;
  errorCode?: string;
}

/** A value with at most this many fields and items is checked for all errors, and a larger one for the first. */
export const maxDescribed = 250;

export function describeValidationErrors(errors: readonly ValidationError[], schemaAt: SchemaAt): FieldError[] {
  const clipped = errors.map((error) => ({ ...error, path: clip(error.path) }));
  const isNoise = noiseOf(clipped, schemaAt);
  const described = new Map<string, FieldError>();
  for (const error of clipped) {
    if (isNoise(error)) continue;
    const { path } = error;
    const message = describe(error, schemaAt);
    described.set(`${path} ${message}`, { path, message });
  }
  return [...described.values()];
}

const keywordOf = ({ errorCode }: ValidationError) => errorCode?.split('.')[0];
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The maximum length of a path. The caller chooses its names, which may be as long as a body. */
const maxPathLength = 200;
const clip = (path: string) => (path.length > maxPathLength ? `${path.slice(0, maxPathLength).toWellFormed()}…` : path);

/**
 * Finds the errors that do not help the reader. Every branch of a failed choice reports an error, and only the error of
 * the choice itself helps. A value of the wrong type fails every choice, and then only the error of its type helps.
 */
function noiseOf(errors: ValidationError[], schemaAt: SchemaAt): (error: ValidationError) => boolean {
  const mistyped = new Set(errors.filter((one) => keywordOf(one) === 'type').map(({ path }) => path));
  const choices = new Map(
    errors.filter((one) => keywordOf(one) === 'oneOf').map(({ path }) => [path, schemaAt(path)] as const),
  );
  const choiceOfFields = (path: string) => requiredChoices(choices.get(path)).length > 0;
  const choiceOfValues = (path: string) => choices.has(path) && !choiceOfFields(path);
  return (error) => {
    const { path } = error;
    const keyword = keywordOf(error);
    if (keyword === 'oneOf' && choiceOfFields(path)) return mistyped.has(path);
    if (keyword === 'not' && choiceOfFields(path)) return true;
    if (keyword !== 'oneOf' && choiceOfValues(path)) return true;
    for (let end = path.indexOf('/', 1); end !== -1; end = path.indexOf('/', end + 1)) {
      if (choiceOfValues(path.slice(0, end))) return true;
    }
    const parent = parentOf(path);
    return keyword === 'required' && choiceOfFields(parent) && !choices.get(parent)?.required?.includes(nameOf(path));
  };
}

function describe(error: ValidationError, schemaAt: SchemaAt): string {
  const { path, message } = error;
  const schema = schemaAt(path) ?? {};
  switch (keywordOf(error)) {
    case 'oneOf': {
      const choices = requiredChoices(schema);
      return choices.length > 0 ? `needs exactly one of ${listed(choices)}` : `must be ${describeValues(schema)}`;
    }
    case 'additionalProperties':
      return `is not a field of this request${hint(nameOf(path), schemaAt(parentOf(path)))}`;
    case 'required':
      return `is missing: send ${describeExpected(schema)}`;
    case 'type':
      return `must be ${describeExpected(schema)}`;
    case 'enum':
      return `must be one of ${(schema.enum ?? []).join(', ')}`;
    case 'format':
      return schema.format === 'date-time' ? `must be ${describeExpected(schema)}` : message;
    case 'pattern':
      return `must match ${schema.pattern}, like ${schema.examples?.[0] ?? schema.example}`;
    case 'minLength': {
      const fix =
        schema.minLength === 1 && isOptional(path, schemaAt) ? ': leave it out instead of sending an empty value' : '';
      return `must have at least ${counted(schema.minLength, 'character')}${fix}`;
    }
    case 'maxLength':
      return `must have at most ${counted(schema.maxLength, 'character')}`;
    case 'minItems':
      return `must have at least ${counted(schema.minItems, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(schema.maxItems, 'item')}`;
    case 'maxProperties':
      return `must have at most ${counted(schema.maxProperties, 'key')}`;
    case 'uniqueItems':
      return 'must not contain duplicates';
    case 'minProperties':
      return `must have at least one of ${fieldNames(schema).join(', ')}`;
    case 'minimum':
    case 'maximum':
      return schema.maximum === undefined
        ? `must be at least ${schema.minimum}`
        : `must be between ${schema.minimum} and ${schema.maximum}`;
    default:
      return (path.startsWith('/query/') && describeParameter(error, schemaAt)) || message.replaceAll(' NOT ', ' not ');
  }
}

/** Lists choices. With several fields in one, an "and" between them would be ambiguous. */
function listed(choices: readonly (readonly string[])[]): string {
  const names = choices.map((fields) => fields.join(' with '));
  return names.join(choices.every(({ length }) => length === 1) ? ' and ' : '; or ');
}

/** Describes the errors that only parameters have; undefined for others. */
function describeParameter({ path, message }: ValidationError, schemaAt: SchemaAt): string | undefined {
  if (/unknown query parameter/i.test(message)) {
    return `is not a parameter of this operation${hint(nameOf(path), schemaAt('/query'), '; it has no parameters')}`;
  }
  if (!/empty value found/i.test(message)) return undefined;
  return `is empty: send a value${isOptional(path, schemaAt) ? ', or leave it out' : ''}`;
}

function isOptional(path: string, schemaAt: SchemaAt): boolean {
  const parent = schemaAt(parentOf(path));
  const name = nameOf(path);
  return !parent?.required?.includes(name) && !requiredChoices(parent).flat().includes(name);
}

function describeValues({ oneOf = [] }: Schema): string {
  const orNull = oneOf.some(({ type }) => type === 'null') ? ' null,' : '';
  const most = oneOf.find(({ type }) => type === 'array')?.maxItems?.toLocaleString('en');
  return `a string, a number, a boolean,${orNull} or a non-empty array of at most ${most} of these`;
}

/** Returns the field that the caller probably meant, and all existing ones. */
function hint(name: string, schema: Schema | undefined, otherwise = ''): string {
  const names = fieldNames(schema);
  if (names.length === 0) return otherwise;
  const meant = closestName(name, names);
  return `${meant === undefined ? '' : ` (did you mean ${meant}?)`}; valid names are ${names.join(', ')}`;
}

function counted(count: number | undefined, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
