/** @typedef {string | number} Id */

/**
 * The parts of a message that the bridge reads; the message itself is passed on unchanged.
 * @typedef {object} Message
 * @property {Id} [id] the id of a request; undefined for a notification
 * @property {string} method
 * @property {Record<string, unknown>} params
 */

/**
 * @typedef {{ kind: 'message', message: Message } | { kind: 'response' } | { kind: 'rejected', ids: (Id | null)[], code: number, text: string }} Read
 */

const parseError = -32_700;
const invalidRequest = -32_600;

/**
 * @param {string} line
 * @returns {Read}
 */
export function readMessage(line) {
  let body;
  try {
    body = JSON.parse(line);
  } catch {
    return { kind: 'rejected', ids: [null], code: parseError, text: 'The line is not JSON: one message a line.' };
  }
  if (Array.isArray(body)) {
    // Each request of a batch waits for its own response.
    const ids = body.map((one) => (isObject(one) && 'method' in one ? one['id'] : undefined)).filter(isId);
    const text = 'Batches are not taken: send each message on a line of its own.';
    return { kind: 'rejected', ids: ids.length > 0 ? ids : [null], code: invalidRequest, text };
  }
  if (!isObject(body)) {
    return { kind: 'rejected', ids: [null], code: invalidRequest, text: 'The line is no JSON-RPC message.' };
  }
  const { id, method, params } = body;
  // The server sends no requests to clients, so a response of a client is ignored.
  if (method === undefined && ('result' in body || 'error' in body)) return { kind: 'response' };
  const echoed = isId(id) ? id : null;
  if (typeof method !== 'string') {
    return { kind: 'rejected', ids: [echoed], code: invalidRequest, text: 'method must be a string.' };
  }
  if (id !== undefined && echoed === null) {
    return { kind: 'rejected', ids: [null], code: invalidRequest, text: 'id must be a string or a number.' };
  }
  const message = { method, params: isObject(params) ? params : {}, ...(echoed === null ? {} : { id: echoed }) };
  return { kind: 'message', message };
}

const text = '"(?:[^"\\\\]|\\\\.)*"';
const others = `"(?:jsonrpc|method)"\\s*:\\s*${text}`;
const named = `"id"\\s*:\\s*(${text}|-?\\d+(?:\\.\\d+)?)`;
// Bounded input: both ends of a line have `endBytes` each.
const first = new RegExp(`^\\s*\\{(?:\\s*${others}\\s*,)*\\s*${named}\\s*[,}]`);
// Bounded input: the ends have `endBytes` each.
const last = new RegExp(`${named}\\s*(?:,\\s*${others}\\s*)*\\}\\s*$`);

/**
 * Finds the id of a message of which only the ends are left. Programs write it before or after the params, so one of
 * the ends has it. No text inside of the params can be mistaken for the id.
 * @param {{ head: string, tail: string }} ends
 * @returns {Id | null}
 */
export function idWithin({ head, tail }) {
  const found = first.exec(head)?.[1] ?? last.exec(tail)?.[1];
  if (found === undefined) return null;
  try {
    return JSON.parse(found);
  } catch {
    return null; // the text is not valid JSON
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {value is Id}
 */
function isId(value) {
  return typeof value === 'string' || typeof value === 'number';
}
