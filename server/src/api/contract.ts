import { readFileSync } from 'node:fs';

export type Scope = 'read' | 'write';
export type Credential = 'ApiKey' | 'AccessToken';

/** The values of `x-key-restriction`, which the README of the contract explains. */
export type KeyRestrictionRule = 'scope' | 'content' | 'items' | 'memory' | 'by-tool' | 'none';

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** The credentials that the operation accepts. A public one accepts none. */
  credentials: Credential[];
  /** The scope that an API key needs. */
  scope: Scope | undefined;
  /** The scope that an API key needs for the body of the response, unless it sends `Prefer: return=minimal`. */
  responseScope: Scope | undefined;
  /** How a restricted API key may call the operation; undefined if no API key may. */
  keyRestriction: KeyRestrictionRule | undefined;
  /** The names of the parameters of the query. */
  queryNames: string[];
  /** The media types of the request body in the contract; empty if there is no body. */
  bodyTypes: string[];
  /** Whether the contract describes a request body. */
  takesBody: boolean;
  /** Whether the handler gets the bytes of the body, which it parses and checks itself. */
  parsesBody: boolean;
  /** The largest body in bytes; undefined for the limit of most operations. */
  maxBodyBytes: number | undefined;
  /** Whether the handler checks the items of a list in the body one by one. */
  checksItems: boolean;
  /** The names of the headers in the contract, in lower case. */
  headers: string[];
  /** Whether a parameter of the query is required. */
  needsQuery: boolean;
  /** Whether the operation is public and about the service itself. It is served even under overload. */
  isService: boolean;
  /**
   * Whether it belongs to the MCP endpoint. Its handler parses JSON-RPC, and pages of other origins may not call it.
   */
  isMcp: boolean;
}

interface OperationObject {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  /** `by-tool`: the scope that an API key needs depends on the body. */
  'x-scope'?: Scope | 'by-tool';
  'x-response-scope'?: Scope;
  'x-key-restriction'?: KeyRestrictionRule;
  'x-max-body-bytes'?: number;
  'x-protocol'?: 'mcp';
  requestBody?: { content?: Record<string, { schema: object }> };
  parameters?: Parameter[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: object;
  example?: unknown;
}

export interface ContractDocument {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, OperationObject>>;
  [key: string]: unknown;
}

export const jsonType = 'application/json';

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Reads the bundled OpenAPI document. */
export function readContract(): ContractDocument {
  return JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
}

export function operationsOf(contract: ContractDocument): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => {
        const parameters = parametersOf(contract, path, method);
        const query = parameters.filter((one) => one.in === 'query');
        const bodyTypes = Object.keys(operation.requestBody?.content ?? {});
        const isMcp = operation['x-protocol'] === 'mcp';
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          credentials: (operation.security ?? []).flatMap((requirement) => Object.keys(requirement) as Credential[]),
          scope: operation['x-scope'] === 'by-tool' ? undefined : operation['x-scope'],
          responseScope: operation['x-response-scope'],
          keyRestriction: operation['x-key-restriction'],
          queryNames: query.map(({ name }) => name),
          bodyTypes,
          takesBody: operation.requestBody !== undefined,
          parsesBody: isMcp || bodyTypes.some((type) => type !== jsonType),
          maxBodyBytes: operation['x-max-body-bytes'],
          checksItems: checksItems(contract, operation),
          headers: parameters.flatMap(({ in: location, name }) => (location === 'header' ? [name.toLowerCase()] : [])),
          needsQuery: query.some(({ required }) => required === true),
          isService: (operation.tags?.includes('service') ?? false) && (operation.security ?? []).length === 0,
          isMcp,
        };
      }),
  );
}

function checksItems(contract: ContractDocument, { requestBody }: OperationObject): boolean {
  const schema = requestBody?.content?.['application/json']?.schema;
  const { properties = {} }: { properties?: Record<string, object> } = schema ? resolved(contract, schema) : {};
  return Object.values(properties).some((property) => itemsChecked in property);
}

/** Marks a list in the contract whose items the handler checks, so that an invalid one is rejected alone. */
export const itemsChecked = 'x-items-checked';

/** Returns the parameters of an operation, including those of its path. */
export function parametersOf(contract: ContractDocument, path: string, method: string): Parameter[] {
  const item: { parameters?: Parameter[] } & Record<string, unknown> = contract.paths[path] ?? {};
  const own = contract.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  return [...(item.parameters ?? []), ...own].map((parameter) => resolved(contract, parameter));
}

/** Returns the target of a `$ref` into the contract, and any other item itself. */
export function resolved<Item extends { $ref?: string }>(contract: ContractDocument, item: Item): Item {
  if (!item.$ref) return item;
  let target: unknown = contract;
  for (const name of item.$ref.replace('#/', '').split('/')) target = (target as Record<string, unknown>)[name];
  return target as Item;
}
