import { type Operation, readContract, resolved } from '../../src/api/contract.ts';
import type { Schema } from '../../src/api/schema-lookup.ts';
import { createTools } from '../../src/mcp/create-tools.ts';
import {
  fullMetadata,
  hostileBodies,
  hostileLines,
  hugeValues,
  maxLengthValues,
  propertiesOf,
  shapeOf,
  tooLongValues,
} from './hostile-json.ts';
import { type HostileText, hostileHeaderTexts, hostileTexts } from './hostile-text.ts';

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Long ones are made when they are sent: all of a batch would take hundreds of megabytes. */
  body?: string | Buffer | (() => string);
}

/** Requests that are sent one after the other. */
export interface Batch {
  what: string;
  requests: readonly HostileRequest[];
  /** How long the event loop may be busy with one of them, if not as long as usual. */
  maxMs?: number;
}

/** A request that reaches the handler of its operation. */
export interface GoodRequest extends HostileRequest {
  /** The value of the parameter in its path. */
  id: string;
  /** Those that fields at their full length are filled with; less than all where each such request is expensive. */
  texts: readonly HostileText[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  schema: Schema;
}

const contract = readContract();
/** The longest header, in characters. Node.js takes 64 KB for the request line and all headers. */
const maxHeader = 60_000;

/**
 * Everything that is sent for one operation: its parameters, headers and body at their longest, and beyond. What a
 * handler sees is sent to each operation. What is rejected before is sent once for each way of reading it: `tried` has
 * the ways that an operation before has tried.
 */
export function* hostileBatches(operation: Operation, good: GoodRequest, tried: Set<string>): Generator<Batch> {
  const isNew: IsNew = (...parts) => {
    const { size } = tried;
    return tried.add(JSON.stringify(parts)).size > size;
  };
  yield { what: 'path', requests: paths(operation, good, isNew) };
  yield { what: 'query', requests: queries(good) };
  for (const parameter of parametersOf(operation)) {
    const { name, schema } = parameter;
    const requests = parameterTexts(parameter, good, isNew('parameter', name, shapeOf(contract, schema)));
    yield { what: `query ${name}`, requests };
  }
  const { credentials, isMcp, isService, takesBody } = operation;
  for (const name of new Set([...operation.headers, ...Object.keys(headerPrefixes)])) {
    const way = [name, operation.headers.includes(name), credentials, isMcp, isService, takesBody];
    if (isNew('header', ...way)) yield { what: `header ${name}`, requests: headerTexts(name, good) };
  }
  if (!takesBody) return;
  // A body of `/auth/*` has no room for these: each is rejected for its length.
  const isBrief = operation.path.startsWith('/auth/');
  const reader = [isMcp, isBrief, operation.checksItems];
  if (isNew('body', reader)) yield { what: 'body', requests: hostileBodies.map((body) => ({ ...good, body })) };
  const isNewShape: IsNew = isBrief ? () => false : (...parts) => isNew(...reader, ...parts);
  yield* bodyBatches('body', bodySchemaOf(operation), good, (values) => values, isNewShape);
  if (operation.path === '/import') {
    const headers = { ...good.headers, 'content-type': 'application/x-ndjson' };
    yield { what: 'lines', requests: hostileLines.map((body) => ({ ...good, headers, body })), maxMs: 150 };
  }
  if (isMcp) yield* mcpBatches(good, (...parts) => isNew('tool', ...parts));
}

/** Whether no operation before has tried this way of reading. */
type IsNew = (...parts: readonly unknown[]) => boolean;

function* mcpBatches(good: GoodRequest, isNew: IsNew): Generator<Batch> {
  for (const { kind, inputSchema } of createTools({ mcpToolPrefix: 'service' } as never).tools) {
    const toCall = (args: object) => toRpc('tools/call', { name: `service_${kind}`, arguments: args });
    yield* bodyBatches(`arguments of ${kind}`, inputSchema, good, toCall, isNew);
  }
  for (const name of protocolHeaders) {
    const requests = currentMessages(good).flatMap((request) => headerTexts(name, request));
    yield { what: `header ${name} of a current message`, requests };
  }
  for (const method of ['initialize', 'tools/list', 'server/discover']) {
    yield { what: `params of ${method}`, requests: protocolMessages(method, good) };
  }
}

function* bodyBatches(
  what: string,
  schema: Schema,
  good: GoodRequest,
  wrap: (values: object) => object,
  isNew: IsNew,
): Generator<Batch> {
  const request = (make: () => object): HostileRequest => ({ ...good, body: () => JSON.stringify(wrap(make())) });
  const longest = good.texts.flatMap((text) =>
    maxLengthValues(contract, schema, text).map((values) => request(() => values)),
  );
  yield { what: `${what}: longest texts`, requests: longest };
  const shapes = Object.values(propertiesOf(contract, schema)).map((one) => shapeOf(contract, one));
  const texts = shapes.filter((shape) => isNew('too long', shape)).length > 0 ? fewTexts : fewTexts.slice(0, 1);
  yield {
    what: `${what}: too long texts`,
    requests: texts.map((text) => request(() => tooLongValues(contract, schema, text))),
  };
  yield {
    what: `${what}: huge values`,
    requests: hugeValues(contract, schema, (shape) => isNew('huge', shape)).map(request),
  };
  if (!('metadata' in propertiesOf(contract, schema))) return;
  const [values] = maxLengthValues(contract, schema, (length) => 'a'.repeat(Math.min(8, length)));
  yield {
    what: `${what}: metadata`,
    requests: fullMetadata.map((metadata) => request(() => ({ ...values, metadata }))),
  };
}

/** All of them, a megabyte each, would take too long. */
const fewTexts = hostileTexts.filter((_, at) => at % 3 === 0);

function paths({ path }: Operation, good: GoodRequest, isNew: IsNew): HostileRequest[] {
  const [parameter] = path.match(/\{\w+\}/) ?? [];
  const texts = parameter !== undefined && isNew('path', parameter) ? hostileTexts : [];
  const own = texts.map((text) => path.replace(/\{\w+\}/, escaped(text, maxHeader)));
  const odd = ['/', '/..', '//', '%', '%2e', '%ff', ';', '\\'].map((piece) => good.path + repeated(piece));
  return [...own, ...odd].map((one) => ({ ...good, path: one }));
}

function queries(good: HostileRequest): HostileRequest[] {
  const pieces = ['a&', 'a=1&', '&', '=', '%', '%25', '?', '[a]', 'a[]=1&', '+', ';', '#', 'limit=1&', '%ff', '/'];
  const many = Array.from({ length: 8_000 }, (_, at) => `k${at.toString(36)}=1`).join('&');
  return [...pieces.map(repeated), many].map((query) => ({ ...good, path: `${good.path}?${query}` }));
}

const repeated = (piece: string) => piece.repeat(maxHeader / piece.length);

function parameterTexts(
  { name, schema: { maxLength = 1_000 } }: Parameter,
  good: HostileRequest,
  isNew: boolean,
): HostileRequest[] {
  return hostileTexts
    .flatMap((text) => [encodeURIComponent(text(maxLength)), ...(isNew ? [escaped(text, maxHeader)] : [])])
    .map((value) => ({ ...good, path: `${good.path}?${name}=${value}` }));
}

/** The text as it may stand in a path or query, and as long as that may be. */
function escaped(text: HostileText, max: number): string {
  const sample = 300;
  const perCharacter = encodeURIComponent(text(sample)).length / sample;
  return encodeURIComponent(text(Math.floor(max / (1.2 * perCharacter))));
}

const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Headers that any part of a server may look at, each with what leads a parser of it to the rest. */
const headerPrefixes: Readonly<Record<string, readonly string[]>> = {
  accept: ['', 'text/event-stream'],
  authorization: ['', 'Bearer ', 'Bearer mnk_'],
  'content-encoding': [''],
  'content-type': ['application/json', 'application/json; charset='],
  cookie: [''],
  host: ['localhost', '[::1]'],
  'idempotency-key': [''],
  'mcp-method': [''],
  'mcp-name': ['=?base64?'],
  'mcp-protocol-version': [''],
  origin: ['http://localhost', ''],
  prefer: ['wait', 'wait=1'],
  traceparent: ['00-'],
  'user-agent': [''],
  'x-api-key': ['', 'mnk_'],
  'x-forwarded-for': ['', '127.0.0.1,'],
};

function headerTexts(name: string, good: HostileRequest): HostileRequest[] {
  const values = (headerPrefixes[name] ?? ['']).flatMap((prefix) =>
    hostileHeaderTexts.map((text) => prefix + text(maxHeader)),
  );
  return values.map((value) => ({ ...good, headers: { ...good.headers, [name]: value } }));
}

const currentVersion = '2026-07-28';
const currentMeta = {
  'io.modelcontextprotocol/protocolVersion': currentVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
};

const toRpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });

/** Messages of the newest version of the protocol, whose headers repeat what they hold. */
function currentMessages(good: HostileRequest): HostileRequest[] {
  const call = { name: 'service_list', arguments: { limit: 1 } };
  return [toRpc('tools/list', { _meta: currentMeta }), toRpc('tools/call', { ...call, _meta: currentMeta })].map(
    (message) => ({
      ...good,
      headers: {
        ...good.headers,
        'mcp-protocol-version': currentVersion,
        'mcp-method': message.method,
        'mcp-name': call.name,
      },
      body: JSON.stringify(message),
    }),
  );
}

/** What the SDK reads before a tool is called; each of the two eras of the protocol has its own. */
function protocolMessages(method: string, good: HostileRequest): HostileRequest[] {
  const schema: Schema = { properties: { clientInfo: { type: 'object' } } };
  const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const hostile = [
    ...hugeValues(contract, schema).map((make) => make()),
    ...hostileHeaderTexts.map((text) => {
      const long = text(200_000);
      return { protocolVersion: long, progressToken: long, 'io.modelcontextprotocol/protocolVersion': long };
    }),
  ];
  const params = [
    ...hostile.map((values) => ({ version: '2025-11-25', params: { ...handshake, ...values } })),
    ...hostile.map((values) => ({ version: currentVersion, params: { _meta: { ...currentMeta, ...values } } })),
  ];
  return params.map(({ version, params }) => ({
    ...good,
    headers: { ...good.headers, 'mcp-protocol-version': version, 'mcp-method': method },
    body: JSON.stringify(toRpc(method, params)),
  }));
}

function parametersOf({ path, method }: Operation): Parameter[] {
  const item = contract.paths[path] as Record<string, unknown> | undefined;
  const own = item?.[method.toLowerCase()] as { parameters?: Parameter[] } | undefined;
  const ofPath = item?.['parameters'] as Parameter[] | undefined;
  return [...(own?.parameters ?? []), ...(ofPath ?? [])]
    .map((one) => resolved(contract, one))
    .filter((one) => one.in === 'query');
}

function bodySchemaOf({ path, method }: Operation): Schema {
  const declared = contract.paths[path]?.[method.toLowerCase()]?.requestBody as
    | { content: Record<string, { schema: Schema }> }
    | undefined;
  return resolved(contract, declared?.content['application/json']?.schema ?? {});
}
