import { Fault } from './fault.js';
import { idWithin, readMessage } from './message.js';
import { readLines } from './read-lines.js';
import { createSlots } from './slots.js';

/** The time for responses that are still missing when the input ends. It lets the bridge end within two seconds. */
const graceMs = 1_000;
/** The server's limit. It would close the connection before it has read a longer message. */
const maxMessageBytes = 1024 * 1024;
const maxConcurrent = 16;
/**
 * The maximum of waiting requests. Beyond it, the input is not read, so that a client that floods the bridge fills its
 * own memory.
 */
const maxWaiting = 1_000;
const invalidRequest = -32_600;
const internalError = -32_603;

/**
 * Passes every message of the input to the server and every response to the output, until the input ends. Requests that
 * the server has not completed a moment later are ended with a fault.
 * @param {object} ends
 * @param {AsyncIterable<Buffer>} ends.input
 * @param {Pick<NodeJS.WritableStream, 'write' | 'once'>} ends.output
 * @param {import('./call-server.js').Call} ends.call
 * @param {(text: string) => void} ends.log
 */
export async function relay({ input, output, call, log }) {
  /** @type {Map<unknown, AbortController>} */
  const open = new Map();
  /** @type {Set<AbortController>} */
  const running = new Set();
  /** @type {Set<Promise<void>>} */
  const work = new Set();
  const slots = createSlots(maxConcurrent);
  let capacityFreed = () => {};

  /** @type {Promise<void> | undefined} resolves when a client that reads slowly can take more */
  let drained;

  /** @param {string} line */
  async function write(line) {
    if (output.write(`${line}\n`)) return;
    drained ??= new Promise((resolve) => {
      output.once('drain', () => {
        drained = undefined;
        resolve();
      });
    });
    await drained;
  }

  /** @type {(id: import('./message.js').Id | null, code: number, message: string, data?: object) => Promise<void>} */
  const rejectRequest = (id, code, message, data) =>
    write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } }));

  /** @type {(line: Buffer, message: import('./message.js').Message) => Promise<void>} */
  async function pass(line, message) {
    const { id } = message;
    const controller = new AbortController();
    running.add(controller);
    if (id !== undefined) open.set(id, controller);
    try {
      await slots.within(async () => {
        const response = await call(line, message, controller.signal);
        if (response !== undefined && !controller.signal.aborted) await write(response);
      }, controller.signal);
    } catch (error) {
      // A client that has cancelled a request expects no response.
      if (controller.signal.aborted && !(controller.signal.reason instanceof Fault)) return;
      const fault = error instanceof Fault ? error : new Fault('internal', `The bridge broke: ${error}`);
      log(fault.message);
      if (id !== undefined) await rejectRequest(id, internalError, fault.message, { code: fault.code, ...fault.facts });
    } finally {
      running.delete(controller);
      if (open.get(id) === controller) open.delete(id);
    }
  }

  /** @param {import('./read-lines.js').Line} line */
  async function take(line) {
    if (!('line' in line)) {
      const text = `The message has ${line.bytes} bytes; the server takes ${maxMessageBytes} at most.`;
      return rejectRequest(idWithin(line), invalidRequest, text, { code: 'payload_too_large' });
    }
    const text = line.line.toString();
    if (text.trim() === '') return;
    const read = readMessage(text);
    if (read.kind === 'response') return log('An answer of the client was dropped: the server asks nothing.');
    if (read.kind === 'rejected') {
      for (const id of read.ids) await rejectRequest(id, read.code, read.text);
      return;
    }
    const { message } = read;
    if (message.method === 'notifications/cancelled') return open.get(message.params['requestId'])?.abort();
    return pass(line.line, message);
  }

  for await (const line of readLines(input, maxMessageBytes)) {
    const done = take(line).finally(() => {
      work.delete(done);
      capacityFreed();
    });
    work.add(done);
    if (work.size >= maxWaiting) {
      await new Promise((resolve) => {
        capacityFreed = () => resolve(undefined);
      });
    }
  }
  const timer = setTimeout(() => {
    for (const controller of running) controller.abort(inputEnded());
  }, graceMs);
  await Promise.all(work);
  clearTimeout(timer);
}

function inputEnded() {
  return new Fault('input_closed', 'The client closed the input of the bridge before the server answered.');
}
