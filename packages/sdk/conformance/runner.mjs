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

/** Calls the method with the id in `args` first, then the other `args` if the step has any, and the options last. */
async function carryOut(mnema, { call, args, options, take }) {
  if (call === 'construct') return undefined;
  const { memory_id: memoryId, key_id: keyId, ...params } = args ?? {};
  const ids = [memoryId, keyId].filter((id) => id !== undefined);
  const hasParams = args !== undefined && (ids.length === 0 || Object.keys(params).length > 0);
  const value = findMethod(mnema, call)(...ids, ...(hasParams ? [params] : []), options);
  return call.endsWith('_all') ? collect(value, take) : value;
}

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

function toOptions({ abort_after_ms: abortAfterMs, take: _take, ...options }) {
  const { idempotency_key: idempotencyKey, timeout_ms: timeoutMs, max_retries: maxRetries } = options;
  const { wait_seconds: waitSeconds, headers, return: preferred } = options;
  const signal = abortAfterMs === undefined ? undefined : signalAfter(abortAfterMs);
  return given({ idempotencyKey, timeoutMs, maxRetries, waitSeconds, headers, return: preferred, signal });
}

function toReport(error) {
  if (!MnemaError.is(error)) return { class: error?.name ?? String(error), detail: String(error?.stack ?? error) };
  const { name, status, code, detail, errors, request_id, retry_after, attempts } = error;
  return { class: name, status, code, detail, errors, request_id, retry_after, attempts };
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
      const step = { call, args: resolve(args, known()), options: toOptions(ready), take: ready.take };
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
