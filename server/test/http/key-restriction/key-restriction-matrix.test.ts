import { describe, expect } from 'vitest';
import type { KeyRestrictionRule } from '../../../src/api/contract.ts';
import type { ToolKind } from '../../../src/mcp/tool.ts';
import { callTool } from '../../mcp/tool-calls.ts';
import { operations, type ReceivedResponse } from '../check-response.ts';
import { goodCall } from '../good-calls.ts';
import { write, writeFailed, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';
import type { Call, Client } from '../start-test-app.ts';

type Name = 'user_id' | 'agent_id' | 'project';
type Operation = (typeof operations)[number];

const names: Name[] = ['user_id', 'agent_id', 'project'];
/** In all that bob has, and in nothing that alice has. */
const ofBob = 'zanzibar';
const ofAlice = 'harbour';
const missingId = 'mem_00000000000000000000000000';
const { app, account } = useAccount();
/** A key for each name, restricted to alice's value. */
let keys: Record<Name, Client>;
let bobs: { id: string; failedId: string };

/** Fields of a new memory that belongs to a person as a user, an agent and a project. */
const belongingTo = (person: string) => ({ user_id: person, agent_id: person, metadata: { project: person } });
const naming = (name: Name, value: string) =>
  name === 'project' ? { metadata: { project: value } } : { [name]: value };

it.beforeAll(async () => {
  const create = async (restrict: object) =>
    app.client({ 'X-API-Key': (await app.createKey(account, { restrict })).key });
  const [user_id, agent_id, project] = await Promise.all(names.map((name) => create({ [name]: ofAlice })));
  keys = { user_id, agent_id, project } as Record<Name, Client>;
  bobs = {
    id: await writeReady(account.api, `a note on ${ofBob}`, belongingTo(ofBob)),
    failedId: await writeFailed(app, account.api, `a text on ${ofBob} that breaks`, belongingTo(ofBob)),
  };
  await write(account.api, `a note on ${ofAlice}`, belongingTo(ofAlice));
});

const outside = 'outside_key_restriction';
const codeOf = ({ status, body }: ReceivedResponse) => [status, body.code];
const bobsMemory = async () => (await account.api.get(`/memories/${bobs.id}`)).text;

/** A good request with a restricted key, without any of the names in its query. */
async function callOf({ id, path }: Operation, name: Name): Promise<Call> {
  const call = await goodCall(app, account, id);
  const query = new URL(call.path, 'http://localhost').searchParams;
  for (const restricted of names) query.delete(restricted);
  const [pathname] = call.path.split('?');
  return { ...call, path: `${/\{/.test(path) ? pathname : path}?${query}`, headers: keys[name].headers };
}

const withQuery = (call: Call, name: string, value: string): Call => ({
  ...call,
  path: `${call.path}${call.path.endsWith('?') ? '' : '&'}${name}=${value}`,
});
const withBody = (call: Call, more: object): Call => ({ ...call, body: { ...(call.body as object), ...more } });

/** Sends a request, whose response must hold nothing of bob's. */
async function send(call: Call): Promise<ReceivedResponse> {
  const response = await app.call(call);
  for (const theirs of [ofBob, ...Object.values(bobs)]) expect(response.text).not.toContain(theirs);
  return response;
}

/** What a restricted key may do with an operation of each kind. */
const checks: Record<KeyRestrictionRule, (operation: Operation, name: Name) => Promise<void>> = {
  async none(operation, name) {
    expect(codeOf(await send(await callOf(operation, name)))).toEqual([403, outside]);
  },

  async scope(operation, name) {
    const call = await callOf(operation, name);
    const named = (value: string) =>
      operation.queryNames.includes(name) ? withQuery(call, name, value) : withBody(call, { [name]: value });
    expect(codeOf(await send(named(ofBob)))).toEqual([403, outside]);
    const response = await send(call);
    expect(response.status, response.text).toBeLessThan(300);
    expect((await send(named(ofAlice))).status).toBe(response.status);
  },

  async content(operation, name) {
    const call = await callOf(operation, name);
    expect(codeOf(await send(withBody(call, naming(name, ofBob))))).toEqual([403, outside]);
    const { body } = await send(call);
    expect((await account.api.get(`/memories/${body.id}`)).body).toMatchObject(
      name === 'user_id' ? { end_user_id: ofAlice } : naming(name, ofAlice),
    );
  },

  async items(operation, name) {
    const items = [{ text: `harmless ${name}` }, { text: 'harmful', ...naming(name, ofBob) }];
    const isImport = operation.id === 'importMemories';
    if (!isImport && operation.id !== 'createMemories')
      throw new Error(`${operation.id} checks items: test that each is restricted`);
    const call = await callOf(operation, name);
    const { body } = await send({ ...call, body: isImport ? items : { memories: items } });
    const rejected = isImport ? { line: 2, code: outside } : { index: 1, error: { code: outside } };
    expect(body.accepted).toBe(1);
    expect(isImport ? body.rejected : body.results.slice(1)).toMatchObject([rejected]);
    expect((await keys[name].get('/export')).text).toContain(`harmless ${name}`);
  },

  async memory(operation, name) {
    const theirs = operation.id === 'retryMemory' ? bobs.failedId : bobs.id;
    const before = await bobsMemory();
    const call = await callOf(operation, name);
    const at = async (id: string) => {
      const { status, text, body } = await app.call({ ...call, path: operation.path.replace('{memory_id}', id) });
      return [status, text.replaceAll(body.request_id, 'req')];
    };
    const response = await at(theirs);
    expect(response).toEqual(await at(missingId));
    expect(response[0]).toBe(404);
    expect(await bobsMemory()).toBe(before);
    const id = await (operation.id === 'retryMemory'
      ? writeFailed(app, account.api, 'a text that breaks', belongingTo(ofAlice))
      : write(account.api, `another note on ${ofAlice}`, belongingTo(ofAlice)));
    expect((await at(id))[0]).toBeLessThan(300);
  },

  async 'by-tool'(_operation, name) {
    for (const [kind, args] of Object.entries(tools)) await checkTool(name, kind as ToolKind, args);
  },
};

/** A call of each tool that names nothing: a new tool has none. */
const tools: Record<ToolKind, object> = {
  add: { memory: `A note on ${ofAlice}:\n1) harmless`, wait: 0 },
  search: { query: ofBob },
  profile: {},
  list: {},
  update: { text: 'taken over' },
  delete: {},
};

async function checkTool(name: Name, kind: ToolKind, args: object): Promise<void> {
  const call = async (more: object) => {
    const { isError, text } = await callTool(keys[name], `service_${kind}`, { ...args, ...more });
    for (const theirs of [ofBob, ...Object.values(bobs)]) expect(text).not.toContain(theirs);
    return { isError, text };
  };
  const takesId = kind === 'update' || kind === 'delete';
  const takesContent = kind === 'add' || kind === 'update';
  const isNamed = name !== 'project' || takesContent || kind === 'list' || kind === 'profile';
  if (isNamed && !(takesId && name === 'agent_id') && !(kind === 'delete' && name === 'project')) {
    const other = takesContent ? naming(name, ofBob) : { [name]: ofBob };
    expect((await call({ ...other, ...(takesId ? { memory_id: missingId } : {}) })).text).toMatch(outside);
  }
  if (!takesId) {
    expect((await call({})).isError).toBe(false);
    return;
  }
  const before = await bobsMemory();
  const theirs = await call({ memory_id: bobs.id });
  expect(theirs).toEqual(await call({ memory_id: missingId }));
  expect(theirs.text).toMatch(/^not_found/);
  expect(await bobsMemory()).toBe(before);
}

const takingKeys = operations.filter(({ credentials }) => credentials.includes('ApiKey'));

describe.each(names)('a key restricted by %s', (name) => {
  it.each(takingKeys)('reaches nothing outside with $id', async (operation) => {
    const { id, keyRestriction } = operation;
    if (!keyRestriction) throw new Error(`${id} does not say how a restricted key may call it: add x-key-restriction`);
    await checks[keyRestriction](operation, name);
  });
});
