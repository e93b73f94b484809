import { type ContractDocument, type Operation, resolved } from './contract.ts';

/** As much of JSON Schema as the contract's requests use. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  example?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema: Schema;
  example?: unknown;
}

interface Asking {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
}

/** The schema at a place in what is checked: a JSON pointer. */
export type SchemaAt = (path: string) => Schema | undefined;

/** What the contract asks for at a place in the request, such as `/body/messages/0` or `/query/limit`. */
export function asked(contract: ContractDocument, operation: Operation | undefined): SchemaAt {
  const item = operation && contract.paths[operation.path];
  const declared = item?.[operation?.method.toLowerCase() ?? ''] as Asking | undefined;
  const parameters = [...(declared?.parameters ?? []), ...((item as Asking | undefined)?.parameters ?? [])].map((one) =>
    resolved(contract, one),
  );
  const roots: Record<string, Schema | undefined> = {
    body: declared?.requestBody?.content?.['application/json']?.schema,
    query: objectOf(parameters.filter((one) => one.in === 'query')),
    headers: objectOf(parameters.filter((one) => one.in === 'header')),
  };
  return (path) => {
    const [root = '', ...names] = path.split('/').slice(1);
    return schemaWithin(roots[root], names, (schema) => resolved(contract, schema));
  };
}

/** The schema of what stands under these names, one inside the other. */
export function schemaWithin(
  root: Schema | undefined,
  names: readonly string[],
  resolve: (schema: Schema) => Schema = (schema) => schema,
): Schema | undefined {
  let schema = root;
  for (const name of names) {
    const at: Schema | undefined = schema && resolve(schema);
    const open = typeof at?.additionalProperties === 'object' ? at.additionalProperties : undefined;
    schema = own(at?.properties, name) ?? (at?.items && /^\d+$/.test(name) ? at.items : open);
  }
  return schema && resolve(schema);
}

/** What to send, in words: `a string`, `one of read, write`. */
export function wanted(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.format === 'date-time') return 'a date and time with its zone, like 2026-11-21T09:30:00Z';
  return (typeof schema.type === 'string' && kinds[schema.type]) || 'a value';
}

/** The fields of which a choice wants one; empty when it is a choice between kinds of values. */
export function requiredChoices(schema: Schema | undefined): string[] {
  return (schema?.oneOf ?? []).flatMap(({ required }) => required ?? []);
}

export function fieldNames(schema: Schema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}

const kinds: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function objectOf(parameters: Parameter[]): Schema {
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, in: place, schema, example }) => [
        // The validator names headers in lower case.
        place === 'header' ? name.toLowerCase() : name,
        { example, ...schema },
      ]),
    ),
  };
}

function own(properties: Record<string, Schema> | undefined, name: string): Schema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
