/** The versions with a handshake (`initialize`), newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26'];
/** The versions in which each request names its version instead. */
const statelessVersions = ['2026-07-28'];
export const protocolVersions = [...statelessVersions, ...handshakeVersions];

/** Error codes of JSON-RPC and MCP. */
export const rpcErrors = { parse: -32_700, invalidRequest: -32_600, methodNotFound: -32_601, invalidParams: -32_602 };
