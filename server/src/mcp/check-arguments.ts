import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { schemaWithin } from '../api/schema-lookup.ts';
import {
  describeValidationErrors,
  holdsMoreThan,
  maxDescribed,
  type ValidationError,
} from '../api/validation-errors.ts';
import { invalidRequest } from '../ports/errors.ts';
import type { ObjectSchema } from './tool.ts';

/**
 * Creates the check of arguments against a schema.
 * @returns throws {@link DomainError} `invalid_request`, which names each wrong argument and how to correct it
 */
export function createArgumentCheck(schema: ObjectSchema): (args: unknown) => void {
  const findFirst = compiled(schema, false);
  const findAll = compiled(schema, true);
  return (args) => {
    const first = findFirst();
    if (first(args)) return;
    const all = findAll();
    if (!holdsMoreThan(args, maxDescribed)) all(args);
    const errors = (all.errors?.length ? all.errors : first.errors) ?? [];
    const schemaAt = (path: string) => schemaWithin(schema, path.split('/').slice(1));
    throw invalidRequest(...describeValidationErrors(errors.map(toValidationError), schemaAt));
  };
}

/** Compiles a schema when it is first used, since that takes a while and few servers need every tool. */
function compiled(schema: ObjectSchema, allErrors: boolean): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= new Ajv2020({ allErrors, strict: true, allowUnionTypes: true }).compile(schema);
    return validate;
  };
}

function toValidationError({ keyword, instancePath, params, message }: ErrorObject): ValidationError {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const path = typeof name === 'string' ? `${instancePath}/${name}` : instancePath;
  return { path, message: message ?? 'is not valid', errorCode: keyword };
}
