import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalidRequest } from '../ports/errors.ts';
import { type ContractDocument, resolved } from './contract.ts';
import { checkExact, holdsMoreThan } from './parse-json.ts';
import { type Schema, schemaWithin } from './schema-lookup.ts';
import { describeValidationErrors, maxDescribed, type ValidationError } from './validation-errors.ts';

/** Checks a value. @throws {DomainError} `invalid_request`, which lists each error and its fix */
export type ValueCheck = (value: unknown) => void;

/** Creates the check of values against a schema of the contract. Operations with many items check each item with it. */
export function createValueCheck(contract: ContractDocument, name: string): ValueCheck {
  const root = { $ref: `#/components/schemas/${name}`, components: contract['components'] };
  const check = createSchemaCheck(root, (schema) => resolved(contract, schema));
  return (value) => {
    checkExact(value);
    check(value);
  };
}

/**
 * Creates the check of values against a schema. Keywords that begin with x- are ignored.
 * @param resolve returns the target of a reference
 */
export function createSchemaCheck(schema: Schema, resolve?: (schema: Schema) => Schema): ValueCheck {
  const findFirst = compiled(schema, false);
  const findAll = compiled(schema, true);
  return (value) => {
    const first = findFirst();
    if (first(value)) return;
    const all = findAll();
    // The cost of finding all errors grows with the square of their number.
    if (!holdsMoreThan(value, maxDescribed)) all(value);
    const errors = (all.errors?.length ? all.errors : first.errors) ?? [];
    const schemaAt = (path: string) => schemaWithin(schema, path.split('/').slice(1), resolve);
    throw invalidRequest(...describeValidationErrors(errors.map(toValidationError), schemaAt));
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
