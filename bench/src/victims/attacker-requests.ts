import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, toRequest } from '../load/http-connection.ts';
import type { Attacker, Outcomes, Target } from './attack.ts';

/**
 * A rejected attacker waits at least as long as `Retry-After` states. Without this pause, the measure would be about a
 * flood of cheap rejections.
 */
const rejectedPauseMs = 1_000;

const host = '127.0.0.1';
/** The length that a held request announces for its body. */
const heldBytes = 1_000;
const agent = new Agent({ keepAlive: true });

interface AttackerCall extends Call {
  /** The address that the connection comes from. */
  address: string;
}

/** The attempts of this process in progress. */
const running = new Set<Promise<string>>();
/** Ends the pause of all attempts; undefined while there is none. */
let pause: PromiseWithResolvers<void> | undefined;

/** Begins no further attempt. Resolves when those in progress have ended. */
export async function pauseAttempts(): Promise<void> {
  pause ??= Promise.withResolvers();
  await Promise.all(running);
}

export function continueAttempts(): void {
  pause?.resolve();
  pause = undefined;
}

/** Keeps `count` attempts in progress without end. Each resolves to its outcome, and the next one follows. */
export function keepUnderWay(count: number, outcomes: Outcomes, attempt: (index: number) => Promise<string>): void {
  const add = (outcome: string, change: number) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + change);
  const repeat = async (index: number) => {
    for (;;) {
      await pause?.promise;
      add('under way', 1);
      const attempted = attempt(index);
      running.add(attempted);
      const outcome = await attempted;
      running.delete(attempted);
      add('under way', -1);
      add(outcome, 1);
      if (!outcome.startsWith('2')) await delay(rejectedPauseMs);
    }
  };
  for (let index = 0; index < count; index++) void repeat(index);
}

/** Sends a request and resolves to the status of the response, or to `closed` without one. */
export async function send(port: number, call: AttackerCall): Promise<string> {
  return (await exchange(port, call, () => undefined)).status;
}

/** As {@link send}, with the body of the response as text. */
export async function sendAndRead(port: number, call: AttackerCall): Promise<{ status: string; text: string }> {
  const chunks: Buffer[] = [];
  const { status } = await exchange(port, call, (chunk) => chunks.push(chunk));
  return { status, text: Buffer.concat(chunks).toString() };
}

function exchange(
  port: number,
  { method, path, headers, body, address }: AttackerCall,
  receive: (chunk: Buffer) => void,
): Promise<{ status: string }> {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    const end = (status: string) => resolve({ status });
    const options = { agent, host, port, localAddress: address, method, path, headers: { ...json, ...headers } };
    const sent = request(options, (response) => {
      response.on('data', receive);
      response.once('end', () => end(String(response.statusCode)));
      response.once('error', () => end('closed'));
    });
    sent.once('error', () => end('closed'));
    sent.end(body);
  });
}

/** @throws {Error} unless the server accepts the memory */
export async function writeMemory(
  { port }: Pick<Target, 'port'>,
  { key, address }: Attacker,
  text: string,
): Promise<void> {
  const body = JSON.stringify({ text });
  const status = await send(port, { method: 'POST', path: '/memories', headers: { 'X-API-Key': key }, body, address });
  if (status !== '202') throw new Error(`a memory of the attacker was answered with ${status}`);
}

/** Sends the head of a request and the first byte of its body, then one more byte each `byteEveryMs`. */
export function holdBody(
  port: number,
  { byteEveryMs, ...call }: Omit<AttackerCall, 'method' | 'body'> & { byteEveryMs?: number },
): Promise<string> {
  const first = toRequest({ ...call, method: 'POST', body: '{'.padEnd(heldBytes) }).subarray(0, 1 - heldBytes);
  return new Promise((resolve) => {
    let outcome = 'closed';
    let timer: NodeJS.Timeout | undefined;
    const socket = connect({ port, host, localAddress: call.address });
    socket.on('connect', () => {
      socket.write(first);
      if (byteEveryMs !== undefined) timer = setInterval(() => socket.write(' '), byteEveryMs);
    });
    socket.on('data', (chunk) => {
      outcome = toStatus(chunk);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(outcome);
    });
  });
}

/** Reads the response `bytes` at a time, with a pause after each. Rejections are not read. */
export function readSlowly(
  port: number,
  { bytes, pauseMs, ...call }: AttackerCall & { bytes: number; pauseMs: number },
): Promise<string> {
  return new Promise((resolve) => {
    let outcome: string | undefined;
    const socket = connect({
      ...{ port, host, localAddress: call.address },
      onread: {
        buffer: Buffer.alloc(bytes),
        callback(_read, buffer) {
          outcome ??= toStatus(Buffer.from(buffer));
          if (outcome !== '200') socket.destroy();
          else setTimeout(() => socket.resume(), pauseMs);
          return false;
        },
      },
    });
    socket.on('connect', () => socket.write(toRequest(call)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(outcome ?? 'closed'));
  });
}

/** Returns the status in the first bytes of a response, which begin with `HTTP/1.1 200 `. */
function toStatus(start: Buffer): string {
  return start.toString('latin1', 9, 12);
}
