import type { Operation } from './contract.ts';
import { isObject } from './parse-json.ts';

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
  /** The names of the field in other services, which only lines of an import may use. */
  'x-aliases'?: string[];
  /** What a null is: as good as absent, also stated in the response (`warned`), or an error like any wrong value. */
  'x-null'?: 'absent' | 'warned' | 'rejected';
}

/** Returns the schema of the value at a pointer, such as `/messages/0`. */
export type SchemaAt = (path: string) => Schema | undefined;

export function schemasWithin(root: Schema): SchemaAt {
  const within = (schema: Schema | undefined, name: string): Schema | undefined => {
    const { properties = {}, items, additionalProperties: open } = schema ?? {};
    const other = items && /^\d+$/.test(name) ? items : open;
    const found = Object.hasOwn(properties, name) ? properties[name] : other;
    return typeof found === 'object' ? found : undefined;
  };
  return (path) => path.split('/').slice(1).reduce<Schema | undefined>(within, root);
}

/** Finds schemas of a request, by pointers such as `/body/messages/0` or `/query/limit`. */
export function requestSchemas({ bodySchema = {}, parameters }: Operation): SchemaAt {
  const objectOf = (location: 'query' | 'header'): Schema => {
    const own = parameters.filter((one) => one.in === location);
    // The validator names headers in lower case.
    const nameIn = ({ name }: { name: string }) => (location === 'header' ? name.toLowerCase() : name);
    return {
      required: own.filter(({ required }) => required).map(nameIn),
      properties: Object.fromEntries(own.map((one) => [nameIn(one), { example: one.example, ...one.schema }])),
    };
  };
  const properties = { body: bodySchema, query: objectOf('query'), headers: objectOf('header') };
  return schemasWithin({ properties });
}

/** Returns a copy without these keywords. A property stays, even if its name is that of a keyword. */
export function withoutKeywords<Schemas>(schemas: Schemas, keywords: readonly string[]): Schemas {
  return JSON.parse(JSON.stringify(schemas), (name, value) =>
    keywords.includes(name) && !isObject(value) ? undefined : value,
  );
}
