import type { FieldError } from '../domain-error.ts';
import type { ContractDocument, Operation } from './contract.ts';

/** An error as express-openapi-validator reports it. */
export interface Violation {
  path: string;
  message: string;
  errorCode?: string;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** The validator's findings in words that say how to put them right. */
export function describeViolations(
  violations: Violation[],
  contract: ContractDocument,
  operation: Operation | undefined,
): FieldError[] {
  const choices = violations.filter(({ errorCode }) => errorCode?.startsWith('oneOf.'));
  // Every branch of a choice that failed reports why it does not fit: only the choice itself helps the reader.
  const relevant = violations.filter(
    (violation) =>
      choices.includes(violation) ||
      violation.errorCode?.startsWith('additionalProperties.') ||
      !choices.some(({ path }) => violation.path === path || violation.path.startsWith(`${path}/`)) ||
      isRequiredByObject(violation, choices, contract, operation),
  );
  const described = relevant.map((violation) => ({
    path: violation.path,
    message: describe(violation, contract, operation),
  }));
  return described.filter(({ path, message }, at) => described.findIndex((one) => one.path === path && one.message === message) === at);
}

function describe({ path, message, errorCode }: Violation, contract: ContractDocument, operation: Operation | undefined): string {
  const kind = errorCode?.split('.')[0];
  if (kind === 'oneOf') {
    const names = requiredChoices(schemaAt(path, contract, operation));
    return names.length > 0
      ? `needs exactly one of ${names.join(' and ')}`
      : 'must be a string, a number, a boolean, or a non-empty array of these';
  }
  if (kind === 'additionalProperties') {
    const known = Object.keys(schemaAt(path.slice(0, path.lastIndexOf('/')), contract, operation)?.properties ?? {});
    return `is not a field of this request${known.length > 0 ? `; known are ${known.join(', ')}` : ''}`;
  }
  if (kind === 'required') return 'is missing';
  if (path.startsWith('/query/') && /unknown query parameter/i.test(message)) {
    const known = parameterNames(contract, operation);
    return `is not a parameter of this operation${known.length > 0 ? `; known are ${known.join(', ')}` : '; it takes none'}`;
  }
  return message.replaceAll(' NOT ', ' not ');
}

/** A field the object itself requires, as opposed to one that only a branch of a choice does. */
function isRequiredByObject(
  { path, errorCode }: Violation,
  choices: Violation[],
  contract: ContractDocument,
  operation: Operation | undefined,
): boolean {
  if (!errorCode?.startsWith('required.')) return false;
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (!choices.some((choice) => choice.path === parent)) return false;
  return schemaAt(parent, contract, operation)?.required?.includes(path.slice(parent.length + 1)) ?? false;
}

function requiredChoices(schema: Schema | undefined): string[] {
  return (schema?.oneOf ?? []).flatMap(({ required }) => required ?? []);
}

function parameterNames(contract: ContractDocument, operation: Operation | undefined): string[] {
  const declared = operation && contract.paths[operation.path]?.[operation.method.toLowerCase()];
  const parameters = (declared as { parameters?: (Schema & { name: string; in: string })[] } | undefined)?.parameters ?? [];
  return parameters.map((one) => resolved(one, contract)).flatMap((one) => (one.in === 'query' ? [one.name] : []));
}

/** The schema of the request body at a path such as `/body/messages/0`. */
function schemaAt(path: string, contract: ContractDocument, operation: Operation | undefined): Schema | undefined {
  const [root, ...names] = path.split('/').slice(1);
  const declared = operation && contract.paths[operation.path]?.[operation.method.toLowerCase()];
  const body = (declared as { requestBody?: { content?: Record<string, { schema: Schema }> } } | undefined)?.requestBody;
  let schema: Schema | undefined = root === 'body' ? body?.content?.['application/json']?.schema : undefined;
  for (const name of names) {
    const at: Schema | undefined = schema && resolved(schema, contract);
    const open = typeof at?.additionalProperties === 'object' ? at.additionalProperties : undefined;
    schema = at?.properties?.[name] ?? (at?.items && /^\d+$/.test(name) ? at.items : open);
  }
  return schema && resolved(schema, contract);
}

function resolved<Item extends { $ref?: string }>(item: Item, contract: ContractDocument): Item {
  if (!item.$ref) return item;
  let target: unknown = contract;
  for (const name of item.$ref.replace('#/', '').split('/')) target = (target as Record<string, unknown>)[name];
  return target as Item;
}
