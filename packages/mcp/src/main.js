import { readFileSync } from 'node:fs';
import { createCall } from './call-server.js';
import { checkConnection } from './check-connection.js';
import { readSettings } from './read-settings.js';
import { relay } from './relay.js';

const help = `Usage: mnema-mcp [--check | --version | --help]

Connects an MCP client that speaks stdio to the MCP endpoint of a Mnema server. The client starts it.
--check asks the server once, says whether that worked, and ends.

Environment:
  MNEMA_BASE_URL         URL of the server; http://127.0.0.1:8787 when unset
  MNEMA_API_KEY          API key of the account whose memory it is
  MNEMA_TIMEOUT_SECONDS  how long one request may take, repetitions included; 30 when unset
`;

/**
 * The time after the end of the input at which the program ends, even if the client does not read the remaining output.
 */
const lastExitMs = 1_500;

/**
 * Runs the program. Standard output contains only the protocol. Texts for people go to standard error.
 * @param {readonly string[]} words the arguments after the program's name
 * @param {Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr' | 'exit'>} world
 * @returns {Promise<number>} the exit code
 */
export async function main(words, { env, stdin, stdout, stderr, exit }) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  /** @param {string} text */
  const print = (text) => void stderr.write(`${text}\n`);
  // A closed standard error is not a reason to end.
  stderr.on('error', () => {});
  const [word, ...more] = words;
  if (word === '--help' || word === '--version') {
    print(word === '--help' ? help : version);
    return 0;
  }
  if (more.length > 0 || (word !== undefined && word !== '--check')) {
    print(`mnema-mcp: unknown argument ${more[0] ?? word}. Settings are environment variables.\n\n${help}`);
    return 2;
  }
  const settings = readSettings(env);
  const log = (/** @type {string} */ text) => print(`mnema-mcp: ${text}`);
  if (settings.warning !== undefined) log(settings.warning);
  if (settings.fault !== undefined) log(settings.fault);
  const call = createCall(settings, { version, log });
  if (word === '--check') return checkConnection(call, log);
  // The client has ended without closing the input of the bridge.
  stdout.on('error', () => exit(0));
  const endSoon = () => void setTimeout(() => exit(), lastExitMs).unref();
  stdin.once('end', endSoon).once('error', endSoon);
  try {
    await relay({ input: stdin, output: stdout, call, log });
    return 0;
  } catch (error) {
    log(`The input broke: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
