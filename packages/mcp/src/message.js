/** @typedef {string | number} Id */

/**
 * What the bridge needs to know of a message; the message itself goes on as it came.
 * @typedef {object} Message
 * @property {Id} [id] of a request; a notification has none
 * @property {string} method
 * @property {Record<string, unknown>} params
 */

/**
 * @typedef {{ kind: 'message', message: Message } | { kind: 'answer' } | { kind: 'refused', ids: (Id | null)[], code: number, text: string }} Read
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
    return { kind: 'refused', ids: [null], code: parseError, text: 'The line is not JSON: one message a line.' };
  }
  if (Array.isArray(body)) {
    // Each request of a batch waits for an answer of its own.
    const ids = body.map((one) => (isObject(one) && 'method' in one ? one['id'] : undefined)).filter(isId);
    const text = 'Batches are not taken: send each message on a line of its own.';
    return { kind: 'refused', ids: ids.length > 0 ? ids : [null], code: invalidRequest, text };
  }
  if (!isObject(body)) {
    return { kind: 'refused', ids: [null], code: invalidRequest, text: 'The line is no JSON-RPC message.' };
  }
  const { id, method, params } = body;
  // The server asks clients nothing, so there is nothing that this could answer.
  if (method === undefined && ('result' in body || 'error' in body)) return { kind: 'answer' };
  const echoed = isId(id) ? id : null;
  if (typeof method !== 'string') {
    return { kind: 'refused', ids: [echoed], code: invalidRequest, text: 'method must be a string.' };
  }
  if (id !== undefined && echoed === null) {
    return { kind: 'refused', ids: [null], code: invalidRequest, text: 'id must be a string or a number.' };
  }
  const message = { method, params: isObject(params) ? params : {}, ...(echoed === null ? {} : { id: echoed }) };
  return { kind: 'message', message };
}

const text = '"(?:[^"\\\\]|\\\\.)*"';
const others = `"(?:jsonrpc|method)"\\s*:\\s*${text}`;
const named = `"id"\\s*:\\s*(${text}|-?\\d+(?:\\.\\d+)?)`;
// Bounded input: the ends of a line, `endBytes` each.
const first = new RegExp(`^\\s*\\{(?:\\s*${others}\\s*,)*\\s*${named}\\s*[,}]`);
// Bounded input: as above.
const last = new RegExp(`${named}\\s*(?:,\\s*${others}\\s*)*\\}\\s*$`);

/**
 * The id of a message of which only the ends are left. Programs write it before the params or after them, so it is in
 * one of the two; nothing inside the params can be taken for it.
 * @param {{ head: string, tail: string }} ends
 * @returns {Id | null}
 */
export function idWithin({ head, tail }) {
  const found = first.exec(head)?.[1] ?? last.exec(tail)?.[1];
  if (found === undefined) return null;
  try {
    return JSON.parse(found);
  } catch {
    return null; // not JSON after all
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
