import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import {
  type ContractDocument,
  type Operation,
  operationsOf,
  readContract,
  resolved as resolvedIn,
} from '../../src/api/contract.ts';

export interface ReceivedResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: every response is held against its schema before a test sees it
  body: any;
}

interface ResponseObject {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

export const contract: ContractDocument = readContract();
export const operations = operationsOf(contract);

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('double', { type: 'number', validate: Number.isFinite });
ajv.addFormat('uri-reference', /^[^\s]+$/);
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addSchema(contract, 'contract', undefined, false);

const templates = operations.map(({ path }) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The responses that the contract documents for an operation, none if there is no such operation. */
export function responsesOf({ path, method }: { path: string; method: string }): Record<string, ResponseObject> {
  const operation = contract.paths[path]?.[method.toLowerCase()];
  return (operation as { responses?: Record<string, ResponseObject> } | undefined)?.responses ?? {};
}

export const statusesOf = (operation: Operation) => Object.keys(responsesOf(operation)).map(Number);

/** Holds any response of the server against the contract: status, headers, content type, body. */
export function checkResponse(method: string, url: string, received: ReceivedResponse): void {
  const path = url.split('?')[0] as string;
  expect(received.headers['x-request-id'], 'X-Request-Id').toMatch(/^req_[0-9A-Z]{26}$/);
  if (path.startsWith('/docs/') && received.status === 200) return;
  const template = templates.find(({ pattern }) => pattern.test(path))?.path;
  if (method === 'HEAD') {
    expect(received.text, 'an answer to HEAD has no body').toBe('');
    return;
  }
  const operation = operations.find((one) => one.path === template && one.method === method);
  if (!operation) checkRejectedEarly(received);
  else checkDocumented(received, operation);
}

/** A forbidden host, an unknown path and a method that a path does not take are rejected before any operation. */
function checkRejectedEarly(received: ReceivedResponse): void {
  expect([403, 404, 405]).toContain(received.status);
  if (received.status === 403) expect(received.body.code).toBe('host_not_allowed');
  if (received.status === 405) expect(received.headers['allow']).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  checkProblem(received);
}

function checkDocumented(received: ReceivedResponse, operation: Operation): void {
  const at: [string, string, string] = [operation.path, operation.method, String(received.status)];
  const response = responsesOf(operation)[received.status];
  if (!response) throw new Error(`the contract does not document ${at.join(' ')}: ${received.text}`);
  const [pointer, declared] = resolved(response, at);
  // Only accounts whose plan has a limit get the headers with what is left, on a server that applies it.
  const certain = Object.keys(declared.headers ?? {}).filter(
    (name) => !name.startsWith('RateLimit') && name !== 'Idempotency-Replayed',
  );
  for (const header of certain) {
    expect(received.headers[header.toLowerCase()], `${header} of ${received.status}`).toBeTruthy();
  }
  const types = Object.keys(declared.content ?? {});
  const type = received.headers['content-type']?.split(';')[0];
  if (types.length > 0) expect(types).toContain(type);
  else expect(received.text).toBe('');
  if (type === 'application/problem+json') checkProblem(received);
  if (type === 'application/x-ndjson') {
    const lines = received.text.trimEnd().split('\n');
    for (const line of lines) holdAgainst(`${pointer}/content/application~1x-ndjson/schema`, JSON.parse(line));
  }
  if (type === 'application/json') holdAgainst(`${pointer}/content/application~1json/schema`, received.body);
  if (!operation.isService) expect(received.headers['cache-control']).toBe('no-store');
}

export function checkProblem({ status, headers, body }: Pick<ReceivedResponse, 'status' | 'headers' | 'body'>): void {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  holdAgainst('#/components/schemas/Problem', body);
  expect(body).toMatchObject({
    status,
    type: `https://github.com/mnema/mnema/blob/main/docs/reference/errors.md#${body.code}`,
    request_id: headers['x-request-id'],
  });
  const path = ['components', 'schemas', 'Problem', 'properties', 'code', 'x-extensible-enum'];
  expect(contract).toHaveProperty(path, expect.arrayContaining([body.code]));
}

const compiled = new Map<string, ValidateFunction>();

function holdAgainst(pointer: string, value: unknown): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `contract${pointer}` });
  compiled.set(pointer, validate);
  expect(validate(value) ? [] : validate.errors, `${pointer}: ${JSON.stringify(value)}`).toEqual([]);
}

function resolved(
  response: ResponseObject,
  [path, method, status]: [string, string, string],
): [string, ResponseObject] {
  if (!response.$ref) {
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
    return [pointer.replaceAll(/[{}]/g, encodeURIComponent), response];
  }
  return [response.$ref, resolvedIn(contract, response)];
}
