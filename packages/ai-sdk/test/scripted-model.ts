import type { LanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

/** A step of the model: a call of a tool, or a text about the results of the tools. */
export type ScriptedStep = { tool: string; input: object } | { say: (results: unknown[]) => string };

type Generate = MockLanguageModelV4['doGenerate'];
type Prompt = Parameters<Generate>[0]['prompt'];

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

function resultsIn(prompt: Prompt): unknown[] {
  return prompt.flatMap((message) =>
    message.role !== 'tool'
      ? []
      : message.content.flatMap((part) =>
          part.type === 'tool-result' && 'value' in part.output ? [part.output.value] : [],
        ),
  );
}

/** Replaces a language model and follows its script, so that the example needs no key and no network. */
export function scriptedModel(steps: ScriptedStep[]): LanguageModel {
  let at = 0;
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const step = steps[at];
      at += 1;
      if (!step) throw new Error('the script is over');
      if ('say' in step) {
        const text = step.say(resultsIn(prompt));
        return {
          content: [{ type: 'text', text }],
          finishReason: { unified: 'stop', raw: undefined },
          usage,
          warnings: [],
        };
      }
      const call = { type: 'tool-call' as const, toolCallId: crypto.randomUUID(), toolName: step.tool };
      return {
        content: [{ ...call, input: JSON.stringify(step.input) }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}
