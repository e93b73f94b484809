import { Fault } from './fault.js';
import { isObject } from './message.js';

const maxBytes = 32 * 1024 * 1024;

/**
 * Reads the response of the server to a message.
 * @param {Response} response
 * @param {import('./message.js').Message} message
 * @returns {Promise<{ line: string, body: Record<string, unknown> } | undefined>} a JSON-RPC response as one line;
 * undefined for a notification
 * @throws {Fault} when the response is not JSON-RPC
 */
export async function readResponse(response, message) {
  const { status, headers } = response;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (status >= 300 && status < 400) {
    throw new Fault(
      'redirected',
      `The server sends to ${headers.get('location') ?? 'another address'}. The key is not sent there: set MNEMA_BASE_URL to the final address.`,
      { status },
    );
  }
  const content = await readText(response);
  if (message.id === undefined && response.ok) return undefined;
  if (type === 'application/problem+json') throw problemFault(response, parsedObject(content));
  if (status === 401 && type === 'application/json') throw credentialFault(response, content);
  if (type === 'application/json' && (response.ok || status === 400 || status === 404)) {
    return rpcResponse(content, message, status);
  }
  throw foreignFault(response, type);
}

/** @param {Response} response */
async function readText({ body }) {
  if (body === null) return '';
  /** @type {Uint8Array[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (body))) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Fault('answer_too_large', `The answer of the server has more than 32 MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * @param {string} content
 * @param {import('./message.js').Message} message
 * @param {number} status
 */
function rpcResponse(content, { id }, status) {
  /** @type {unknown} */
  let body;
  try {
    body = JSON.parse(content);
  } catch {
    throw new Fault('answer_cut_off', 'The answer of the server is cut off or no JSON.', { status }).worthRetrying(
      'soon',
    );
  }
  const isResponse = isObject(body) && body['jsonrpc'] === '2.0' && 'result' in body !== 'error' in body;
  if (!isResponse || !isObject(body)) return notMcp(status);
  if (body['id'] === id) return { line: /[\r\n]/.test(content) ? JSON.stringify(body) : content, body };
  // A rejection has no id if the server could not read that of the request.
  if (body['id'] === null && 'error' in body) {
    const own = { ...body, id };
    return { line: JSON.stringify(own), body: own };
  }
  throw new Fault('wrong_answer', 'The server answered another request than this one.', { status });
}

/**
 * @param {number} status
 * @returns {never}
 */
function notMcp(status) {
  throw new Fault(
    'not_mcp',
    `The server answered HTTP ${status} with JSON that is no MCP. Is MNEMA_BASE_URL the address of a Mnema server?`,
    { status },
  );
}

/**
 * Returns an empty object for any other content, because the status describes a rejection well enough.
 * @param {string} content
 * @returns {Record<string, unknown>}
 */
function parsedObject(content) {
  try {
    const parsed = JSON.parse(content);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * Returns the fault of a rejected credential, which the server sends as an error of JSON-RPC.
 * @param {Response} response
 * @param {string} content
 */
function credentialFault(response, content) {
  const { error } = parsedObject(content);
  if (!isObject(error)) return foreignFault(response, 'application/json');
  return problemFault(response, { ...(isObject(error['data']) ? error['data'] : {}), detail: error['message'] });
}

/**
 * Returns the fault of a rejection, with the server's own code and message.
 * @param {Response} response
 * @param {Record<string, unknown>} problem
 */
function problemFault({ status, headers }, problem) {
  const code = typeof problem['code'] === 'string' ? problem['code'] : `http_${status}`;
  const detail = typeof problem['detail'] === 'string' ? problem['detail'] : `The server answered HTTP ${status}.`;
  const advice =
    status === 401
      ? ' Check MNEMA_API_KEY in the configuration of this client: the key may be mistyped, expired or revoked.'
      : '';
  const id = problem['request_id'];
  const facts = { status, ...(typeof id === 'string' ? { request_id: id } : {}) };
  return whetherAgain(new Fault(code, detail + advice, facts), status, headers);
}

/**
 * Throws the fault of a response that does not come from the server, such as a page of a proxy.
 * @param {Response} response
 * @param {string} type
 */
function foreignFault({ status, headers }, type) {
  const form = type.includes('html') ? 'a web page' : type === '' ? 'no content type' : type;
  const advice =
    status === 401 || status === 403
      ? 'Something in front of the server may want credentials of its own.'
      : status >= 500 || status === 429
        ? 'Something in front of the server may have answered in its place.'
        : 'Is MNEMA_BASE_URL the address of a Mnema server?';
  const message = `The server answered HTTP ${status} with ${form} instead of MCP. ${advice}`;
  return whetherAgain(new Fault('not_mcp', message, { status }), status, headers);
}

/**
 * @param {Fault} fault
 * @param {number} status
 * @param {Headers} headers
 */
function whetherAgain(fault, status, headers) {
  if (![429, 502, 503, 504].includes(status)) return fault;
  const retryAfter = headers.get('retry-after');
  const retryAfterMs =
    retryAfter === null ? undefined : /^\d+$/.test(retryAfter) ? 1_000 * Number(retryAfter) : untilDate(retryAfter);
  if (retryAfterMs !== undefined) fault.facts['retry_after'] = Math.ceil(retryAfterMs / 1_000);
  return fault.worthRetrying(status === 429 || retryAfter !== null ? 'late' : 'soon', retryAfterMs);
}

/** @param {string} text */
function untilDate(text) {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}
