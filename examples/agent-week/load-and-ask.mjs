// Loads one week of notes into Mnema, waits until they can be searched, and searches with ten questions about them.
// It needs Node 20 or newer and no packages.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const baseUrl = (process.env.MNEMA_BASE_URL || 'http://127.0.0.1:8787').replace(/\/+$/, '');
const apiKey = process.env.MNEMA_API_KEY;
const concurrency = 8;
const requestTimeoutMs = 30_000;
const indexingTimeoutMs = 120_000;
const pollMs = 200;

try {
  if (!apiKey) {
    throw new Error(
      'MNEMA_API_KEY is not set. The first `npm start` of the server prints a key; another one comes from ' +
        '`npm run --silent mnema -- key create <email>`.',
    );
  }
  const week = await readJson('week.json');
  const questions = await readJson('questions.json');

  const ids = await writeAll(week);
  console.log(`${week.length} memories accepted by ${baseUrl}`);
  await untilSearchable(new Set(week.map((memory) => memory.agent_id)), ids);
  console.log('all of them searchable\n');
  await askAll(questions, [...new Set(week.map((memory) => memory.metadata.project))]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Writes every memory, a few at a time. Returns the set of their ids. */
async function writeAll(memories) {
  const ids = new Set();
  const queue = memories.entries();
  const writeFromQueue = async () => {
    // The writers share one iterator, so each entry is taken exactly once.
    for (const [position, memory] of queue) {
      const body = JSON.stringify(memory);
      const accepted = await call('POST', '/memories', body, { 'Idempotency-Key': idempotencyKey(position, body) });
      ids.add(accepted.memory_id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writeFromQueue));
  return ids;
}

/** Derives the key from the entry, so that a second run adds nothing; an edited entry gets a new key. */
function idempotencyKey(position, body) {
  return `agent-week-${position}-${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
}

/** Polls until no memory of these agents is pending; throws when one of them failed or the time is over. */
async function untilSearchable(agentIds, ids) {
  const deadline = Date.now() + indexingTimeoutMs;
  for (const agentId of agentIds) {
    const agent = encodeURIComponent(agentId);
    while ((await call('GET', `/memories?agent_id=${agent}&status=pending&limit=1`)).results.length > 0) {
      if (Date.now() > deadline) {
        throw new Error(`Memories of ${agentId} are still pending after ${indexingTimeoutMs / 1000} s.`);
      }
      await pause(pollMs);
    }
    const { results } = await call('GET', `/memories?agent_id=${agent}&status=failed`);
    const failed = results.find((memory) => ids.has(memory.id));
    if (failed) {
      throw new Error(`Memory ${failed.id} of ${agentId} failed: ${failed.failure?.message ?? 'no reason given'}`);
    }
  }
}

/** Searches, prints the best three results, and counts the questions whose answer is first or among the three. */
async function askAll(questions, projects) {
  let first = 0;
  let withinThree = 0;
  for (const { question, expect } of questions) {
    // The filter excludes other memories of the account: any of the week's projects matches.
    const body = JSON.stringify({ query: question, top_k: 3, filters: { project: projects } });
    const { results } = await call('POST', '/search', body);
    const rank = results.findIndex((result) => result.memory.includes(expect));
    if (rank === 0) first += 1;
    if (rank >= 0) withinThree += 1;

    console.log(question);
    for (const [index, result] of results.entries()) {
      const date = (result.occurred_at ?? result.created_at).slice(0, 10);
      console.log(
        `  ${index === rank ? '*' : ' '} ${result.score.toFixed(2)}  ${date}  ${shorten(result.memory, 100)}`,
      );
    }
    console.log();
  }
  console.log(`${questions.length} questions, ${first} answered by the first result, ${withinThree} within three`);
}

/** Shortens a text to one line of at most `limit` characters. */
function shorten(text, limit) {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= limit ? characters.join('') : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Sends a request; returns the parsed response or throws with the status and the detail of the error. */
async function call(method, path, body, headers = {}) {
  let response;
  let text;
  try {
    response = await fetch(baseUrl + path, {
      method,
      headers: { 'X-API-Key': apiKey, ...(body && { 'Content-Type': 'application/json' }), ...headers },
      body,
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw new Error(
      `${method} ${path}: no answer from ${baseUrl} (${error.cause?.code ?? error.message}). Is the server running?`,
    );
  }
  const reply = parse(text);
  if (!response.ok) {
    const problem = [reply?.code, reply?.detail ?? text.slice(0, 200)].filter(Boolean).join(': ');
    const fields = (reply?.errors ?? []).map((field) => `\n  ${field.path}: ${field.message}`).join('');
    throw new Error(`${method} ${path}: ${response.status} ${problem}${fields}`);
  }
  if (reply === undefined) {
    throw new Error(`${method} ${path}: ${response.status}, but the answer is not JSON. Is ${baseUrl} a Mnema server?`);
  }
  return reply;
}

/** Returns the value, or undefined when the text is not JSON: a proxy in between may respond with a page. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readJson(name) {
  return JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'));
}
