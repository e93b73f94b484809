import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FieldError } from '../ports/errors.ts';
import type { SchemaAt } from './schema-lookup.ts';
import { describeValidationErrors, holdsMoreThan, maxDescribed, type ValidationError } from './validation-errors.ts';

/** Finds the errors of a value; none if it matches its schema. */
export type SchemaCheck = (value: unknown) => FieldError[];

/** Creates the check of values against a schema, whose parts `schemaAt` finds. Keywords that begin with x- are ignored. */
export function createSchemaCheck(schema: object, schemaAt: SchemaAt): SchemaCheck {
  const findFirst = compiled(schema, false);
  const findAll = compiled(schema, true);
  return (value) => {
    const first = findFirst();
    if (first(value)) return [];
    const all = findAll();
    // The cost of finding all errors grows with the square of their number.
    if (!holdsMoreThan(value, maxDescribed)) all(value);
    const errors = (all.errors?.length ? all.errors : first.errors) ?? [];
    return describeValidationErrors(errors.map(toValidationError), schemaAt);
  };
}

/** Compiles a schema when it is first used, because that takes a while and few servers need every schema. */
function compiled(schema: object, allErrors: boolean): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= createAjv(allErrors).compile(schema);
    return validate;
  };
}

function createAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({ allErrors, strict: true, strictRequired: false, allowUnionTypes: true });
  ajv.addVocabulary(['components', 'x-extensible-enum', 'x-items-checked']);
  addFormats.default(ajv, ['date-time', 'double']);
  return ajv;
}

function toValidationError({ keyword, instancePath, params, message }: ErrorObject): ValidationError {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const path = typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
  return { path, message: message ?? 'is not valid', errorCode: keyword };
}
