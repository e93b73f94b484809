import type { FieldError } from '../domain-error.ts';
import { asked, fieldNames, requiredChoices, type Schema, wanted } from './asked.ts';
import type { ContractDocument, Operation } from './contract.ts';

/** An error as express-openapi-validator reports it. */
export interface Violation {
  path: string;
  message: string;
  errorCode?: string;
}

/** The validator's findings in words that say how to put them right. */
export function describeViolations(
  violations: Violation[],
  contract: ContractDocument,
  operation: Operation | undefined,
): FieldError[] {
  const schemaAt = asked(contract, operation);
  const described = violations
    .filter((violation) => violations.every((other) => !isNoise(violation, other, schemaAt)))
    .map((violation) => ({ path: violation.path, message: describe(violation, schemaAt) }));
  return described.filter(
    ({ path, message }, at) => described.findIndex((one) => one.path === path && one.message === message) === at,
  );
}

type SchemaAt = ReturnType<typeof asked>;

const keywordOf = ({ errorCode }: Violation) => errorCode?.split('.')[0];
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/**
 * Every branch of a choice that failed reports why it does not fit: only the choice itself helps the reader. A thing
 * of the wrong type fails every choice as well: then its type is what helps.
 */
function isNoise(violation: Violation, other: Violation, schemaAt: SchemaAt): boolean {
  if (violation === other) return false;
  const names = requiredChoices(schemaAt(violation.path));
  if (keywordOf(violation) === 'oneOf' && names.length > 0) {
    return keywordOf(other) === 'type' && other.path === violation.path;
  }
  if (keywordOf(other) !== 'oneOf') return false;
  const choice = schemaAt(other.path);
  if (requiredChoices(choice).length === 0) {
    return violation.path === other.path
      ? keywordOf(violation) !== 'oneOf'
      : violation.path.startsWith(`${other.path}/`);
  }
  return (
    keywordOf(violation) === 'required' &&
    parentOf(violation.path) === other.path &&
    !choice?.required?.includes(nameOf(violation.path))
  );
}

function describe(violation: Violation, schemaAt: SchemaAt): string {
  const { path, message } = violation;
  const schema = schemaAt(path) ?? {};
  switch (keywordOf(violation)) {
    case 'oneOf': {
      const names = requiredChoices(schema);
      return names.length > 0
        ? `needs exactly one of ${names.join(' and ')}`
        : 'must be a string, a number, a boolean, or a non-empty array of these';
    }
    case 'additionalProperties':
      return `is not a field of this request${known(schemaAt(parentOf(path)))}`;
    case 'required':
      return `is missing: send ${wanted(schema)}`;
    case 'type':
      return `must be ${wanted(schema)}`;
    case 'enum':
      return `must be one of ${(schema.enum ?? []).join(', ')}`;
    case 'format':
      return schema.format === 'date-time' ? `must be ${wanted(schema)}` : message;
    case 'pattern':
      return `must match ${schema.pattern}, like ${schema.examples?.[0] ?? schema.example}`;
    case 'minLength':
      return `must have at least ${counted(schema.minLength, 'character')}: leave it out if there is nothing to say`;
    case 'maxLength':
      return `must have at most ${counted(schema.maxLength, 'character')}`;
    case 'minItems':
      return `must have at least ${counted(schema.minItems, 'item')}`;
    case 'uniqueItems':
      return 'must not hold anything twice';
    case 'minProperties':
      return `must have at least one of ${fieldNames(schema).join(', ')}`;
    case 'minimum':
    case 'maximum':
      return `must be between ${schema.minimum} and ${schema.maximum}`;
    default:
      return path.startsWith('/query/') && /unknown query parameter/i.test(message)
        ? `is not a parameter of this operation${known(schemaAt('/query'), '; it takes none')}`
        : message.replaceAll(' NOT ', ' not ');
  }
}

function known(schema: Schema | undefined, otherwise = ''): string {
  const names = fieldNames(schema);
  return names.length > 0 ? `; known are ${names.join(', ')}` : otherwise;
}

function counted(count: number | undefined, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
