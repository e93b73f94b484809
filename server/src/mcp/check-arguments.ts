import { createSchemaCheck } from '../api/schema-check.ts';
import { schemaWithin } from '../api/schema-lookup.ts';
import { invalidRequest } from '../ports/errors.ts';
import type { ObjectSchema } from './tool.ts';

/**
 * Creates the check of arguments against a schema.
 * @returns throws {@link DomainError} `invalid_request`, which lists each wrong argument and its fix
 */
export function createArgumentCheck(schema: ObjectSchema): (args: unknown) => void {
  const check = createSchemaCheck(schema, (path) => schemaWithin(schema, path.split('/').slice(1)));
  return (args) => {
    const faults = check(args);
    if (faults.length > 0) throw invalidRequest(...faults);
  };
}
