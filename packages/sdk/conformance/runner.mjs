// Runs the cases of a plan with this SDK and reports what its caller sees. It holds nothing about single cases.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Mnema, MnemaError, version } from '@mnema/sdk';

function lookUp(name, variables) {
  if (!Object.hasOwn(variables, name)) throw new Error(`there is no \${${name}}`);
  return variables[name];
}

/** Fills in variables and repeated texts. `Object.fromEntries` keeps a key such as `__proto__`. */
function resolve(value, variables) {
  if (typeof value === 'string') {
    const alone = /^\$\{(\w+)\}$/.exec(value)?.[1];
    if (alone !== undefined) return lookUp(alone, variables);
    return value.replace(/\$\{(\w+)\}/g, (_, name) => lookUp(name, variables));
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value.$repeat)) return value.$repeat[0].repeat(value.$repeat[1]);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, variables)]));
}

async function collect(list, take = Number.POSITIVE_INFINITY) {
  const items = [];
  for await (const item of list) {
    items.push(item);
    if (items.length >= take) break;
  }
  return { items };
}

/** Finds the method of a call, whose name is in snake case; calls that end in `_all` read all pages of a list. */
function findMethod(mnema, call) {
  const path = call
    .replace(/_all$/, '')
    .replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
    .split('.');
  const name = path.pop();
  const service = path.reduce((object, part) => object?.[part], mnema);
  if (typeof service?.[name] !== 'function') throw new Error(`this SDK has no call ${call}`);
  return service[name].bind(service);
}

/** Makes the client of a step that has the option `scope`. */
function inScope(mnema, { user_id: userId, agent_id: agentId, run_id: runId }) {
  const ofUser = userId === undefined ? mnema : mnema.forUser(userId);
  const ofAgent = agentId === undefined ? ofUser : ofUser.forAgent(agentId);
  return runId === undefined ? ofAgent : ofAgent.forRun(runId);
}

/**
 * Whether a method takes params after its ids or its list. If not, only the options follow, which no method requires.
 * `length` counts the parameters before the first one with a default, and params that may be absent have a default.
 */
const takesParams = (method, first) => method.length !== first.length + 1;

/** The calls that are read item by item, although they are no list. */
const itemByItem = new Set(['export', 'requests.tail']);

/**
 * Calls the method with the id or list in `args` first, the version of a restore after it, then the other `args` if the
 * method takes params and the step has any, and the options last.
 */
async function carryOut(mnema, { call, args, options, take, scope = {} }) {
  if (call === 'construct') return undefined;
  const {
    memory_id: memoryId,
    key_id: keyId,
    session_id: sessionId,
    deletion_id: deletionId,
    webhook_id: webhookId,
    delivery_id: deliveryId,
    version: number,
    memories,
    lines,
    confirm,
    ...params
  } = args ?? {};
  const ids = [memoryId, keyId, sessionId, deletionId, webhookId, deliveryId];
  const first = [...ids, memories, lines, number].filter((argument) => argument !== undefined);
  const method = findMethod(inScope(mnema, scope), call);
  const hasParams = args !== undefined && takesParams(method, first);
  const value = method(...first, ...(hasParams ? [params] : []), {
    ...options,
    ...given({ confirm }),
  });
  if (call === 'add_many') return toWire(await value);
  return call.endsWith('_all') || itemByItem.has(call) ? collect(value, take) : value;
}

/** Writes the result of an `add_many` with the names that all SDKs share. */
const toWire = ({ idempotencyKey: idempotency_key, ...counts }) => ({ ...counts, idempotency_key });

/** Returns only the options that the case sets, so that all others are the SDK's defaults. */
function given(pairs) {
  return Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== undefined));
}

function makeClient(client, credentials, baseUrl) {
  const { credential = 'api_key', max_retries: maxRetries, timeout_ms: timeoutMs, headers, environment } = client;
  const options = given({ maxRetries, timeoutMs, headers });
  if (!environment) {
    const name = credential === 'access_token' ? 'accessToken' : 'apiKey';
    return new Mnema({ ...options, baseUrl, ...given({ [name]: credentials[credential] }) });
  }
  Object.assign(process.env, environment);
  try {
    return new Mnema(options);
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
}

/** A timer of 0 would fire only after the call has begun. */
const signalAfter = (ms) => (ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(ms));

function toOptions({ abort_after_ms: abortAfterMs, ...options }) {
  const { idempotency_key: idempotencyKey, if_version: ifVersion } = options;
  const { timeout_ms: timeoutMs, max_retries: maxRetries } = options;
  const { wait_seconds: waitSeconds, headers, return: preferred } = options;
  const signal = abortAfterMs === undefined ? undefined : signalAfter(abortAfterMs);
  return given({ idempotencyKey, ifVersion, timeoutMs, maxRetries, waitSeconds, headers, return: preferred, signal });
}

function toReport(error) {
  if (!MnemaError.is(error)) return { class: error?.name ?? String(error), detail: String(error?.stack ?? error) };
  const { status, code, detail, errors, requestId: request_id, retryAfter: retry_after, attempts } = error;
  const batch = error.batch && toWire(error.batch);
  const { matched = null, imported } = error;
  const done = { batch, matched, imported };
  return { class: error.name, status, code, detail, errors, request_id, retry_after, attempts, ...done };
}

function pointAt(value, pointer) {
  const parts = pointer.split('/').slice(1);
  return parts.reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], value);
}

async function runCase(plan, { id, client = {}, steps }) {
  const baseUrl = `${plan.base_url}/${id}`;
  const variables = { unique: randomUUID().slice(0, 8) };
  const saved = {};
  const known = () => ({ ...plan.variables, base_url: baseUrl, ...variables, ...saved });
  const reported = [];
  let mnema;
  for (const { call, args, options = {}, save = {}, expect } of steps) {
    try {
      mnema ??= makeClient(resolve(client, known()), plan.credentials, baseUrl);
      const ready = resolve(options, known());
      const step = {
        call,
        args: resolve(args, known()),
        options: toOptions(ready),
        take: ready.take,
        scope: ready.scope,
      };
      const value = (await carryOut(mnema, step)) ?? null;
      reported.push({ value });
      for (const [name, pointer] of Object.entries(save)) saved[name] = pointAt(value, pointer);
      if (!('value' in expect)) break;
    } catch (error) {
      reported.push({ error: toReport(error) });
      if (!('error' in expect)) break;
    }
  }
  return { id, saved, variables, steps: reported };
}

const [planFile, resultFile] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, 'utf8'));
const cases = [];
for (const one of plan.cases) cases.push(await runCase(plan, one));
writeFileSync(resultFile, JSON.stringify({ language: 'typescript', version, cases }));
