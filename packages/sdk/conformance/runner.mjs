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

function update(mnema, { memory_id: memoryId, ...params }, options) {
  return mnema.update(memoryId, params, options);
}

const calls = {
  construct: async () => undefined,
  add: (mnema, args, options) => mnema.add(args, options),
  search: (mnema, args, options) => mnema.search(args, options),
  get: (mnema, args, options) => mnema.get(args.memory_id, options),
  list: async (mnema, args, options) => mnema.list(args, options),
  list_all: (mnema, args, options, take) => collect(mnema.list(args, options), take),
  update,
  delete: (mnema, args, options) => mnema.delete(args.memory_id, options),
  retry: (mnema, args, options) => mnema.retry(args.memory_id, options),
  wait: (mnema, args, options) => mnema.wait(args.memory_id, options),
  profile: (mnema, args, options) => mnema.profile(args, options),
  usage: (mnema, _args, options) => mnema.usage(options),
  'requests.list': async (mnema, args, options) => mnema.requests.list(args, options),
  'requests.list_all': (mnema, args, options, take) => collect(mnema.requests.list(args, options), take),
  'requests.stats': (mnema, args, options) => mnema.requests.stats(args, options),
  'api_keys.create': (mnema, args, options) => mnema.apiKeys.create(args, options),
  'api_keys.list': (mnema, _args, options) => mnema.apiKeys.list(options),
  'api_keys.revoke': (mnema, args, options) => mnema.apiKeys.revoke(args.key_id, options),
  'auth.register': (mnema, args, options) => mnema.auth.register(args, options),
  'auth.login': (mnema, args, options) => mnema.auth.login(args, options),
  'auth.me': (mnema, _args, options) => mnema.auth.me(options),
  'auth.logout': (mnema, _args, options) => mnema.auth.logout(options),
  'auth.password': (mnema, args, options) => mnema.auth.password(args, options),
};

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
  const { wait_seconds: waitSeconds, headers } = options;
  const signal = abortAfterMs === undefined ? undefined : signalAfter(abortAfterMs);
  return given({ idempotencyKey, timeoutMs, maxRetries, waitSeconds, headers, signal });
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
  for (const { call, args = {}, options = {}, save = {}, expect } of steps) {
    try {
      mnema ??= makeClient(resolve(client, known()), plan.credentials, baseUrl);
      if (!calls[call]) throw new Error(`this SDK has no call ${call}: add it to packages/sdk/conformance/runner.mjs`);
      const ready = resolve(options, known());
      const value = (await calls[call](mnema, resolve(args, known()), toOptions(ready), ready.take)) ?? null;
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
