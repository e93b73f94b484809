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

interface RequestObject {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
}

/** Finds the schema of the value at a JSON pointer. */
export type SchemaAt = (path: string) => Schema | undefined;

/** Looks up what the contract asks for in a request, by pointers such as `/body/messages/0` or `/query/limit`. */
export function requestSchemas(contract: ContractDocument, operation: Operation | undefined): SchemaAt {
  const item = operation && contract.paths[operation.path];
  const declared = item?.[operation?.method.toLowerCase() ?? ''] as RequestObject | undefined;
  const parameters = [...(declared?.parameters ?? []), ...((item as RequestObject | undefined)?.parameters ?? [])].map(
    (one) => resolved(contract, one),
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

/** Returns the schema of the value under these names, each inside the one before. */
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

/** Describes what to send: `a string`, `one of read, write`. */
export function describeExpected(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.format === 'date-time') return 'a date and time with its zone, like 2026-11-21T09:30:00Z';
  return (typeof schema.type === 'string' && kinds[schema.type]) || 'a value';
}

/** Returns the fields of which a choice requires one; none when it is a choice between kinds of values. */
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
      parameters.map(({ name, in: location, schema, example }) => [
        // The validator names headers in lower case.
        location === 'header' ? name.toLowerCase() : name,
        { example, ...schema },
      ]),
    ),
  };
}

function own(properties: Record<string, Schema> | undefined, name: string): Schema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
