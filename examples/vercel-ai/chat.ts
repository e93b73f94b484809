// Two conversations with a model that has Mnema as its tools: it remembers in the second one the facts of the first.
// The model is scripted and needs no key of a provider. To use yours, write `model: openai('…')`.
import { Mnema } from '@mnema/sdk';
import { generateText, isStepCount } from 'ai';
import { memoryTools } from './memory-tools.ts';
import { type ScriptedStep, scriptedModel } from './scripted-model.ts';

const tools = memoryTools(new Mnema(), { agentId: 'example-chat', project: 'apollo' });

async function converse(prompt: string, script: ScriptedStep[]): Promise<void> {
  const { text } = await generateText({ model: scriptedModel(script), tools, stopWhen: isStepCount(5), prompt });
  console.log(`> ${prompt}\n${text}`);
}

await converse('We moved the launch of apollo to the first of March.', [
  { tool: 'remember', input: { text: 'The launch of apollo was moved to the first of March.' } },
  { say: () => 'Noted.' },
]);
await converse('When do we ship?', [
  { tool: 'recall', input: { question: 'When is the release of apollo?' } },
  { say: (answers) => (answers as { memory: string }[][])[0]?.[0]?.memory ?? 'I do not know.' },
]);
