import { isObject } from './message.js';

/** The key of `_meta` in which a request of the stateless protocol states its version. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** @type {Record<string, string>} the param of each method that `Mcp-Name` repeats */
const nameOf = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/**
 * Returns the headers that MCP over HTTP requires. Messages on stdio have no headers.
 * @param {import('./message.js').Message} message
 * @param {string | undefined} agreed the version that an earlier handshake agreed on
 * @returns {Record<string, string>}
 */
export function protocolHeaders({ method, params }, agreed) {
  const { _meta: meta } = params;
  const version = isObject(meta) ? meta[versionKey] : undefined;
  if (typeof version !== 'string') {
    return agreed === undefined || method === 'initialize' ? {} : { 'MCP-Protocol-Version': agreed };
  }
  const name = params[nameOf[method] ?? ''];
  return {
    'MCP-Protocol-Version': headerValue(version),
    'Mcp-Method': headerValue(method),
    ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}),
  };
}

/** @param {string} text a text to encode for a header, as the protocol requires */
function headerValue(text) {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
