import { Fault } from './fault.js';

/**
 * Requests the tools of the server.
 * @param {import('./call-server.js').Call} call
 * @param {(text: string) => void} log
 * @returns {Promise<number>} the exit code
 */
export async function checkConnection(call, log) {
  const message = { id: 1, method: 'tools/list', params: {} };
  try {
    const response = await call(
      Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message })),
      message,
      new AbortController().signal,
    );
    const { result, error } = JSON.parse(response ?? '{}');
    if (error) throw new Fault('rejected', error.message);
    const names = result.tools.map((/** @type {{ name: string }} */ { name }) => name);
    log(`The server answers. Its tools: ${names.join(', ')}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    log(error.message);
    return 1;
  }
}
