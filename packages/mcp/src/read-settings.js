/**
 * @typedef {object} Settings
 * @property {string} endpoint URL of the MCP endpoint; empty when there is a fault
 * @property {string} key API key; empty when there is a fault
 * @property {number} timeoutMs the time limit of a request, retries included
 * @property {string} [fault] why no request can be sent, and what to do
 * @property {string} [warning] a warning for people
 */

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Reads the settings of the bridge. A wrong one does not end it, because clients show errors of requests, not why a
 * program ended.
 * @param {Record<string, string | undefined>} environment
 * @returns {Settings}
 */
export function readSettings(environment) {
  const seconds = Number(environment['MNEMA_TIMEOUT_SECONDS'] || 30);
  const timeoutMs = 1_000 * seconds;
  const without = (/** @type {string} */ fault) => ({ endpoint: '', key: '', timeoutMs: 30_000, fault });
  if (!(seconds >= 1 && seconds <= 600)) return without('MNEMA_TIMEOUT_SECONDS must be a number from 1 to 600.');

  const address = environment['MNEMA_BASE_URL']?.trim() || 'http://127.0.0.1:8787';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search + url.hash !== '') {
    const why = isPlaceholder(address) ? ' It looks like a placeholder that the client did not fill in.' : '';
    return without(`MNEMA_BASE_URL must be the URL of a Mnema server, such as http://127.0.0.1:8787.${why}`);
  }
  // People also paste the URL of the endpoint.
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/mcp$/, '');
  const endpoint = `${url.origin}${path}/mcp`;

  const key = environment['MNEMA_API_KEY']?.trim() ?? '';
  if (key === '') {
    return without(
      'MNEMA_API_KEY is not set. Put an API key of the server into the configuration of this client (npm start of the server prints one, its command "key create" makes more).',
    );
  }
  if (isPlaceholder(key)) {
    return without(
      'MNEMA_API_KEY looks like a placeholder that the client did not fill in: write the key itself there.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) return without('MNEMA_API_KEY holds a space or a character that no key has.');
  const open = url.protocol === 'http:' && !loopback.test(url.hostname);
  const warning = `MNEMA_BASE_URL is http: the key and all memories cross the network to ${url.hostname} unencrypted.`;
  return { endpoint, key, timeoutMs, ...(open ? { warning } : {}) };
}

/** @param {string} text */
function isPlaceholder(text) {
  return /^\$\{.*\}$|^\$\w+$|^%\w+%$|^<.*>$|…|\.\.\.$/.test(text);
}
