import { readFileSync } from 'node:fs';

export type Scope = 'read' | 'write';
export type Credential = 'ApiKey' | 'AccessToken';

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** Credentials the operation takes; empty: public. */
  credentials: Credential[];
  /** What an API key must be allowed to do. */
  scope: Scope | undefined;
  /** Whether the contract describes a request body. */
  takesBody: boolean;
  /** Names of the headers the contract describes, in lower case. */
  headers: string[];
  /** About the service itself, and public: served also when it has too much to do. */
  isService: boolean;
  /** Belongs to the MCP endpoint: web pages of others may not call it, and a body is JSON-RPC, which its handler reads. */
  isMcp: boolean;
}

interface OperationObject {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  /** `by-tool`: what an API key must be allowed to do depends on the body. */
  'x-scope'?: Scope | 'by-tool';
  'x-protocol'?: 'mcp';
  requestBody?: unknown;
  parameters?: Parameter[];
}

export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  allowReserved?: boolean;
}

export interface ContractDocument {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, OperationObject>>;
  [key: string]: unknown;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** The bundled OpenAPI document. */
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
        takesBody: operation.requestBody !== undefined,
        headers: [...((item as { parameters?: Parameter[] }).parameters ?? []), ...(operation.parameters ?? [])]
          .map((parameter) => resolved(contract, parameter))
          .flatMap((parameter) => (parameter.in === 'header' ? [(parameter.name ?? '').toLowerCase()] : [])),
        isService: (operation.tags?.includes('service') ?? false) && (operation.security ?? []).length === 0,
        isMcp: operation['x-protocol'] === 'mcp',
      })),
  );
}

/** What a `$ref` into the contract stands for; anything else stands for itself. */
export function resolved<Item extends { $ref?: string }>(contract: ContractDocument, item: Item): Item {
  if (!item.$ref) return item;
  let target: unknown = contract;
  for (const name of item.$ref.replace('#/', '').split('/')) target = (target as Record<string, unknown>)[name];
  return target as Item;
}
