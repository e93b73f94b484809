import { Mnema } from '@mnema/sdk';
import { generateText, isStepCount } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../../conformance/src/server.ts';
import { memoryTools } from '../src/index.ts';
import { type ScriptedStep, scriptedModel } from './scripted-model.ts';

let server: RunningServer;
let mnema: Mnema;

beforeAll(async () => {
  server = await startServer();
  mnema = new Mnema({ apiKey: server.apiKey, baseUrl: server.url, logLevel: 'off' });
}, 90_000);

afterAll(() => server.stop());

async function converse(client: Mnema, script: ScriptedStep[]): Promise<string> {
  const { text } = await generateText({
    model: scriptedModel(script),
    tools: memoryTools(client, { metadata: { project: 'apollo' } }),
    stopWhen: isStepCount(5),
    prompt: 'Go on.',
  });
  return text;
}

const ask: ScriptedStep[] = [
  { tool: 'searchMemories', input: { question: 'When is the release?' } },
  { say: (results) => JSON.stringify(results) },
];

describe('the memory tools', () => {
  it('let a model write in one conversation and find it in another, for the same user only', async () => {
    const fact = 'The launch was moved to the first of March.';
    const script = [{ tool: 'addMemory', input: { text: fact } }, { say: () => 'Noted.' }];
    expect(await converse(mnema.forUser('ada'), script)).toBe('Noted.');
    const found = JSON.parse(await converse(mnema.forUser('ada'), ask));
    expect(found).toEqual([[{ memory: fact, written_at: expect.any(String) }]]);
    expect(JSON.parse(await converse(mnema.forUser('bob'), ask))).toEqual([[]]);
  });

  it('write one memory when a call is repeated', async () => {
    const once = mnema.forUser('once');
    const { addMemory } = memoryTools(once);
    const call = { toolCallId: 'call-1', messages: [], context: {} };
    await addMemory.execute?.({ text: 'Only once.' }, call);
    await addMemory.execute?.({ text: 'Only once.' }, call);
    expect((await once.list()).results).toHaveLength(1);
  });

  it('write a fact again that was deleted, with any ID of the call', async () => {
    const again = mnema.forUser('again');
    const call = { toolCallId: `función ${'0'.repeat(300)}`, messages: [], context: {} };
    const write = async () => memoryTools(again).addMemory.execute?.({ text: 'Once more.' }, call);
    await write();
    for await (const { id } of again.list()) await again.delete(id);
    await write();
    expect((await again.list()).results).toHaveLength(1);
  });

  it('write every fact of every user, also with a model that counts its calls from zero in each conversation', async () => {
    const call = { toolCallId: 'functions.addMemory:0', messages: [], context: {} };
    const write = async (user: string, text: string) => {
      const client = mnema.forUser(user);
      await memoryTools(client).addMemory.execute?.({ text }, call);
      return (await client.list()).results;
    };
    expect(await write('zoe', 'The first fact.')).toHaveLength(1);
    expect(await write('yan', 'The first fact.')).toHaveLength(1);
    expect(await write('zoe', 'The second fact.')).toHaveLength(2);
  });

  it('return a rejection to the model, with a message that it can act on', async () => {
    const secret = { text: 'The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.' };
    const model = scriptedModel([{ tool: 'addMemory', input: secret }, { say: () => 'I will not store that.' }]);
    const options = { model, tools: memoryTools(mnema), stopWhen: isStepCount(5), prompt: 'Store my token.' };
    const { text, steps } = await generateText(options);
    expect(text).toBe('I will not store that.');
    const failed = steps.flatMap(({ content }) => content).find(({ type }) => type === 'tool-error');
    expect(failed).toMatchObject({ error: { name: 'SensitiveContentError', status: 422 } });
  });
});
