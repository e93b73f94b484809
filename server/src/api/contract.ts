import { readFileSync } from 'node:fs';

export type Scope = 'read' | 'write';
export type Credential = 'ApiKey' | 'AccessToken';

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** The credentials that the operation takes. A public one takes none. */
  credentials: Credential[];
  /** The scope that an API key needs. */
  scope: Scope | undefined;
  /** The scope that an API key needs for the body of the response, unless it sends `Prefer: return=minimal`. */
  responseScope: Scope | undefined;
  /** Whether the contract describes a request body. */
  takesBody: boolean;
  /** The names of the headers in the contract, in lower case. */
  headers: string[];
  /** Whether the operation is public and about the service itself. It is served under overload, too. */
  isService: boolean;
  /** Whether it belongs to the MCP endpoint. Its handler parses JSON-RPC, and foreign web pages may not call it. */
  isMcp: boolean;
}

interface OperationObject {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  /** `by-tool`: the scope that an API key needs depends on the body. */
  'x-scope'?: Scope | 'by-tool';
  'x-response-scope'?: Scope;
  'x-protocol'?: 'mcp';
  requestBody?: { content?: Record<string, { schema: object }> };
  parameters?: Parameter[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema: object;
  example?: unknown;
}

export interface ContractDocument {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, OperationObject>>;
  [key: string]: unknown;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Reads the bundled OpenAPI document. */
export function readContract(): ContractDocument {
  return JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
}

export function operationsOf(contract: ContractDocument): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        credentials: (operation.security ?? []).flatMap((requirement) => Object.keys(requirement) as Credential[]),
        scope: operation['x-scope'] === 'by-tool' ? undefined : operation['x-scope'],
        responseScope: operation['x-response-scope'],
        takesBody: operation.requestBody !== undefined,
        headers: parametersOf(contract, path, method).flatMap(({ in: location, name }) =>
          location === 'header' ? [name.toLowerCase()] : [],
        ),
        isService: (operation.tags?.includes('service') ?? false) && (operation.security ?? []).length === 0,
        isMcp: operation['x-protocol'] === 'mcp',
      })),
  );
}

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
