import { readFileSync } from 'node:fs';
import type { Scope } from '../domain/accounts/kinds.ts';

type Credential = 'ApiKey' | 'AccessToken';

/** The values of `x-key-restriction`, which the README of the contract explains. */
export type KeyRestrictionRule = 'scope' | 'content' | 'items' | 'memory' | 'by-tool' | 'none';

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
  requestBody?: { required?: boolean; content?: Record<string, { schema: object }> };
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

export function readContract(): ContractDocument {
  return JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
}

export type Operation = ReturnType<typeof toOperation> & { path: string; method: string };

export function operationsOf(contract: ContractDocument): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, { parameters, ...item }]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        ...{ path, method: method.toUpperCase() },
        ...toOperation(contract, operation, parameters as Parameter[] | undefined),
      })),
  );
}

function toOperation(contract: ContractDocument, operation: OperationObject, shared: Parameter[] = []) {
  const { security = [], 'x-scope': scope, 'x-response-scope': responseScope } = operation;
  const parameters = inlined(contract, [...shared, ...(operation.parameters ?? [])]);
  const requestBody = operation.requestBody && inlined(contract, operation.requestBody);
  const query = parameters.filter((one) => one.in === 'query');
  const bodyTypes = Object.keys(requestBody?.content ?? {});
  const schema = requestBody?.content?.[jsonType]?.schema;
  const { properties = {} }: { properties?: Record<string, object> } = schema ?? {};
  const isMcp = operation['x-protocol'] === 'mcp';
  return {
    id: operation.operationId,
    parameters,
    /** A public operation accepts none. */
    credentials: security.flatMap((requirement) => Object.keys(requirement) as Credential[]),
    scope: scope === 'by-tool' ? undefined : scope,
    /** The scope that an API key needs for the body of the response, unless it sends `Prefer: return=minimal`. */
    responseScope,
    /** How a restricted API key may call the operation; undefined if no API key may. */
    keyRestriction: operation['x-key-restriction'],
    queryNames: query.map(({ name }) => name),
    requestBody,
    bodySchema: schema,
    bodyTypes,
    takesBody: requestBody !== undefined,
    /** Whether a request may leave out the body, which is an empty object then. */
    hasOptionalBody: requestBody?.required === false,
    /** Whether the handler gets the bytes of the body, which it parses and checks itself. */
    parsesBody: isMcp || bodyTypes.some((type) => type !== jsonType),
    /** The largest body in bytes; undefined for the limit of most operations. */
    maxBodyBytes: operation['x-max-body-bytes'],
    /** Whether the handler checks the items of a list in the body one by one. */
    checksItems: Object.values(properties).some((property) => itemsChecked in property),
    headers: parameters.flatMap(({ in: location, name }) => (location === 'header' ? [name.toLowerCase()] : [])),
    needsQuery: query.some(({ required }) => required === true),
    /** Whether the operation is public and about the service itself. It is served even under overload. */
    isService: (operation.tags?.includes('service') ?? false) && security.length === 0,
    /** Its handler parses JSON-RPC, and pages of other origins may not call it. */
    isMcp,
  };
}

/** Marks a list in the contract whose items the handler checks, so that an invalid one is rejected alone. */
export const itemsChecked = 'x-items-checked';

export function resolved<Item extends { $ref?: string }>(contract: ContractDocument, item: Item): Item {
  if (!item.$ref) return item;
  let target: unknown = contract;
  for (const name of item.$ref.replace('#/', '').split('/')) target = (target as Record<string, unknown>)[name];
  return target as Item;
}

/** Returns a copy with the targets of its references. No schema of a request refers to itself. */
export function inlined<Item extends object>(contract: ContractDocument, item: Item): Item {
  const isObject = (value: unknown) => value !== null && typeof value === 'object';
  const simplified = (value: Simplified) => withoutNull(contract, resolved(contract, value));
  return JSON.parse(JSON.stringify(item, (_name, value) => (isObject(value) ? simplified(value) : value)));
}

interface Simplified {
  $ref?: string;
  'x-null'?: string;
  oneOf?: Simplified[];
  anyOf?: object[];
  minProperties?: number;
}

/** Drops the rules of the contract for nulls that are as good as absent. They are removed before bodies are checked. */
function withoutNull(contract: ContractDocument, schema: Simplified): object {
  const [reference] = (schema['x-null'] && schema.oneOf) || [];
  if (reference) return { ...resolved(contract, reference), 'x-null': schema['x-null'] };
  if (!schema.anyOf || schema.minProperties === undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  return rest;
}
