import { isObject } from './message.js';

/** Where a request of the stateless protocol says which version it speaks. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** @type {Record<string, string>} which of the params a method's `Mcp-Name` repeats */
const nameOf = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/**
 * The headers that MCP over HTTP asks for, and that a client on stdio has no place for.
 * @param {import('./message.js').Message} message
 * @param {string | undefined} agreed version of an earlier handshake
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

/** @param {string} text as a header may carry it, in the way that the protocol describes */
function headerValue(text) {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
