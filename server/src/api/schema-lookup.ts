import { type ContractDocument, type Operation, resolved } from './contract.ts';

/** The part of JSON Schema that the requests of the contract use. */
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

export type SchemaAt = (path: string) => Schema | undefined;

/** Finds schemas of a request in the contract, by pointers such as `/body/messages/0` or `/query/limit`. */
export function requestSchemas(contract: ContractDocument, { bodySchema, parameters }: Operation): SchemaAt {
  const roots: Record<string, Schema | undefined> = {
    body: bodySchema,
    query: objectOf(parameters.filter((one) => one.in === 'query')),
    headers: objectOf(parameters.filter((one) => one.in === 'header')),
  };
  return (path) => {
    const [root = '', ...names] = path.split('/').slice(1);
    return schemaWithin(roots[root], names, (schema) => resolved(contract, schema));
  };
}

/** Returns the schema of the value under these names, each inside the previous one. */
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

/** Describes the expected value, such as `a string` or `one of read, write`. */
export function describeExpected(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.format === 'date-time') return 'a date and time with its zone, like 2026-11-21T09:30:00Z';
  return (typeof schema.type === 'string' && kinds[schema.type]) || 'a value';
}

/** Returns the fields that each branch of a choice requires; none when it is a choice between kinds of values. */
export function requiredChoices(schema: Schema | undefined): string[][] {
  return (schema?.oneOf ?? []).flatMap(({ required }) => (required ? [required] : []));
}

export function fieldNames(schema: Schema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}

/** Returns a copy without these keywords. A property stays, even if its name is that of a keyword. */
export function withoutKeywords<Schemas>(schemas: Schemas, keywords: readonly string[]): Schemas {
  const isSchema = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  return JSON.parse(JSON.stringify(schemas), (name, value) =>
    keywords.includes(name) && !isSchema(value) ? undefined : value,
  );
}

const kinds: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function objectOf(parameters: Operation['parameters']): Schema {
  // The validator names headers in lower case.
  const nameIn = ({ name, in: location }: (typeof parameters)[number]) =>
    location === 'header' ? name.toLowerCase() : name;
  return {
    required: parameters.filter(({ required }) => required).map(nameIn),
    properties: Object.fromEntries(parameters.map((one) => [nameIn(one), { example: one.example, ...one.schema }])),
  };
}

function own(properties: Record<string, Schema> | undefined, name: string): Schema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
