import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Mnema } from '@mnema/sdk';
import { generateText, isStepCount } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment, type RunningServer, startServer } from '../../conformance/src/server.ts';
import { memoryTools } from './memory-tools.ts';
import { type ScriptedStep, scriptedModel } from './scripted-model.ts';

let server: RunningServer;
let mnema: Mnema;

beforeAll(async () => {
  server = await startServer();
  mnema = new Mnema({ apiKey: server.apiKey, baseUrl: server.url });
}, 90_000);

afterAll(() => server.stop());

async function converse(project: string, script: ScriptedStep[]): Promise<string> {
  const tools = memoryTools(mnema, { agentId: 'tester', project });
  const { text } = await generateText({
    model: scriptedModel(script),
    tools,
    stopWhen: isStepCount(5),
    prompt: 'Go on.',
  });
  return text;
}

const ask: ScriptedStep[] = [
  { tool: 'recall', input: { question: 'When is the release?' } },
  { say: (answers) => JSON.stringify(answers) },
];

describe('the memory tools', () => {
  it('let a model write in one conversation and find it in another, within the project', async () => {
    const fact = 'The launch was moved to the first of March.';
    expect(await converse('apollo', [{ tool: 'remember', input: { text: fact } }, { say: () => 'Noted.' }])).toBe(
      'Noted.',
    );
    expect(JSON.parse(await converse('apollo', ask))).toEqual([[{ memory: fact, written_at: expect.any(String) }]]);
    expect(JSON.parse(await converse('zeus', ask))).toEqual([[]]);
  });

  it('write one memory when a call is repeated', async () => {
    const { remember } = memoryTools(mnema, { agentId: 'tester', project: 'once' });
    const call = { toolCallId: 'call-1', messages: [], context: {} };
    await remember.execute?.({ text: 'Only once.' }, call);
    await remember.execute?.({ text: 'Only once.' }, call);
    expect((await mnema.list({ project: 'once' })).results).toHaveLength(1);
  });

  it('return a rejection to the model, with a message that it can act on', async () => {
    const secret = { text: 'The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.' };
    const tools = memoryTools(mnema, { agentId: 'tester', project: 'apollo' });
    const model = scriptedModel([{ tool: 'remember', input: secret }, { say: () => 'I will not keep that.' }]);
    const { text, steps } = await generateText({ model, tools, stopWhen: isStepCount(5), prompt: 'Keep my token.' });
    expect(text).toBe('I will not keep that.');
    const failed = steps.flatMap(({ content }) => content).find(({ type }) => type === 'tool-error');
    expect(failed).toMatchObject({ error: { name: 'SensitiveContentError', status: 422 } });
  });
});

describe('the chat', () => {
  it('remembers in the second conversation the facts of the first', async () => {
    const env = { ...bareEnvironment(), MNEMA_API_KEY: server.apiKey, MNEMA_BASE_URL: server.url };
    const chat = fileURLToPath(new URL('chat.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [chat], { env });
    expect(stdout).toBe(
      '> We moved the launch of apollo to the first of March.\nNoted.\n> When do we ship?\nThe launch of apollo was moved to the first of March.\n',
    );
  });
});
