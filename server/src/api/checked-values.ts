import { invalidRequest } from '../ports/errors.ts';
import { type ContractDocument, resolved } from './contract.ts';
import { checkExact, JsonFault } from './parse-json.ts';
import { createSchemaCheck } from './schema-check.ts';
import { type Schema, schemaWithin } from './schema-lookup.ts';

/** Checks a value. @throws {DomainError} `invalid_request` */
export type ValueCheck = (value: unknown) => void;

/** Creates the check of values against a schema of the contract. Operations with many items check each item with it. */
export function createValueCheck(contract: ContractDocument, name: string): ValueCheck {
  const $ref = `#/components/schemas/${name}`;
  const root = { $ref, components: contract['components'] };
  const resolve = (schema: Schema) => resolved(contract, schema);
  const check = createSchemaCheck(root, (path) => schemaWithin({ $ref }, path.split('/').slice(1), resolve));
  return (value) => {
    try {
      checkExact(value);
    } catch (error) {
      if (error instanceof JsonFault) throw invalidRequest({ path: error.path, message: error.message });
      throw error;
    }
    const faults = check(value);
    if (faults.length > 0) throw invalidRequest(...faults);
  };
}
