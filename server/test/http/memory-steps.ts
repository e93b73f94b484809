import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { claimAll, failClaims } from '../store-steps.ts';
import type { ReceivedResponse } from './check-response.ts';
import type { Client, TestApp } from './start-test-app.ts';

/** Writes a memory and returns its id; it may still be pending. */
export async function write(client: Client, text: string, more: object = {}): Promise<string> {
  const response = await client.post('/memories', { text, ...more });
  expect(response.status, response.text).toBe(202);
  return response.body.memory_id;
}

/** Writes a memory and waits until it is found by its meaning. */
export async function writeReady(client: Client, text: string, more: object = {}): Promise<string> {
  const response = await client.post('/memories', { text, ...more }, { Prefer: 'wait=10' });
  expect(response.status, response.text).toBe(201);
  return response.body.memory_id;
}

/** The ids a search finds, best first. */
export async function find(client: Client, query: string, more: object = {}): Promise<string[]> {
  const response = await client.post('/search', { query, ...more });
  expect(response.status, response.text).toBe(200);
  return idsOf(response);
}

/** The ids a list holds, newest first. */
export async function list(client: Client, query: Record<string, string> = {}): Promise<string[]> {
  const response = await client.get(`/memories?${new URLSearchParams(query)}`);
  expect(response.status, response.text).toBe(200);
  return idsOf(response);
}

export function idsOf({ body }: ReceivedResponse): string[] {
  return body.results.map(({ id }: { id: string }) => id);
}

/** Reads again until the memory has this status. */
export async function untilStatus(client: Client, id: string, status: string): Promise<ReceivedResponse> {
  return until(
    () => client.get(`/memories/${id}`),
    ({ body }) => body.status === status,
  );
}

/** Reads again until an attempt to ingest the memory has failed. */
export async function untilFailed(client: Client, id: string): Promise<ReceivedResponse> {
  return until(
    () => client.get(`/memories/${id}`),
    ({ body }) => body.failure !== null,
  );
}

/** An emulated MongoDB takes some ten times as long as a real one. */
const patienceMs = process.env['MNEMA_TEST_STORE'] === 'mongodb' ? 60_000 : 10_000;

export async function until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(value).slice(0, 500)}`);
    await pause(10);
  }
}

/** Writes a memory whose ingest fails for good, without waiting for all the attempts this takes. */
export async function writeFailed(app: TestApp, client: Client, text: string, more: object = {}): Promise<string> {
  const { store, clock } = app.services.http;
  app.embedder.hold();
  const id = await write(client, text, more);
  await until(
    () => client.get(`/memories/${id}`),
    ({ body }) => body.attempts === 1,
  );
  // This looks as if its worker had crashed: the lease has ended, and the next worker gives up.
  const claims = await claimAll(store, { limit: 1_000, now: clock.now() + 3_600_000, leaseMs: 1 });
  const claim = claims.find((one) => one.id === id);
  if (!claim) throw new Error('the memory could not be claimed');
  const failure = { code: 'embedding_failed', message: 'the embedder failed to process this text' };
  await failClaims(store, [claim], { failure, rejected: true, retryAt: null });
  app.embedder.release();
  return id;
}
