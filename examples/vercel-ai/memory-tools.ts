import type { Mnema } from '@mnema/sdk';
import { type ToolSet, tool } from 'ai';
import { z } from 'zod';

/** The scope of a model's memory. Both ids go with every write and filter every search. */
export interface MemoryScope {
  agentId: string;
  project: string;
}

/**
 * Creates two tools for the Vercel AI SDK: `remember` writes a memory, `recall` finds memories of this run and of
 * earlier ones. The model writes the texts; the program sets the scope, so no model reaches other memories.
 */
export function memoryTools(mnema: Mnema, { agentId, project }: MemoryScope) {
  return {
    remember: tool({
      description:
        'Writes down one fact worth knowing in later conversations: a decision, a preference, how something is done. Never passwords or keys.',
      inputSchema: z.object({
        text: z.string().describe('The fact as one full sentence, with names and dates in it.'),
      }),
      execute: async ({ text }, { toolCallId, abortSignal }) => {
        // The key prevents a second memory when the framework repeats the call.
        const options = { idempotencyKey: `${project}/${toolCallId}`, waitSeconds: 10, signal: abortSignal };
        const { memory_id } = await mnema.add(text, { agent_id: agentId, metadata: { project } }, options);
        return { memory_id };
      },
    }),
    recall: tool({
      description: 'Finds what was written down earlier, by meaning. Ask before you say that you do not know.',
      inputSchema: z.object({ question: z.string().describe('What you want to know, as a question.') }),
      execute: async ({ question }, { abortSignal }) => {
        const filters = { project };
        const search = { agent_id: agentId, filters, top_k: 5 };
        const { results } = await mnema.search(question, search, { signal: abortSignal });
        return results.map(({ memory, created_at }) => ({ memory, written_at: created_at }));
      },
    }),
  } satisfies ToolSet;
}
