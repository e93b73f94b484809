import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ContractDocument, Operation } from '../../api/contract.ts';

interface Responses {
  responses?: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

/** Says what is wrong with an answer, or nothing. */
export type ResponseCheck = (operation: Operation, status: number, body: unknown) => string | undefined;

/** Holds JSON answers against the contract. Schemas are compiled when first needed. */
export function createResponseCheck(contract: ContractDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false });
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat('uri-reference', true);
  ajv.addSchema(contract, 'contract', undefined, false);
  const compiled = new Map<string, ValidateFunction | null>();

  function validatorOf({ id, path, method }: Operation, status: number): ValidateFunction | null {
    const key = `${id} ${status}`;
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const response = (contract.paths[path]?.[method.toLowerCase()] as Responses | undefined)?.responses?.[status];
    if (!response) throw new Error(`${id} does not document ${status}`);
    const place = response.$ref ?? `#${pointer.map((part) => `/${escaped(part)}`).join('')}`;
    const schema = { $ref: `contract${place}/content/application~1json/schema` };
    const validate = response.$ref || response.content?.['application/json'] ? ajv.compile(schema) : null;
    compiled.set(key, validate);
    return validate;
  }

  return (operation, status, body) => {
    try {
      const validate = validatorOf(operation, status);
      if (body === undefined) return validate ? `${operation.id} ${status} has no body` : undefined;
      if (!validate) return `${operation.id} ${status} has a body`;
      return validate(body) ? undefined : `${operation.id} ${status}: ${ajv.errorsText(validate.errors)}`;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
