import { MnemaServer, type Runtime } from '../processes/mnema-server.ts';
import { createAccounts } from '../victims/create-accounts.ts';
import type { Conversation, Session } from './read-conversations.ts';

export interface LocomoAnswer {
  category: string;
  /** The ids of the turns that answer the question. */
  evidence: string[];
  /** The ids of the turns that were found, best first. */
  found: string[];
}

interface LocomoOptions {
  /** An empty folder. */
  dataDirectory: string;
  runtime: Runtime;
  progress: (message: string) => void;
}

const maxDrainMs = 600_000;
const writers = 8;

/**
 * Writes each turn of a conversation as a memory of an account of its own, and asks the questions of the conversation.
 * @throws {Error} when a memory is rejected or not embedded
 */
export async function measureLocomo(
  conversations: readonly Conversation[],
  { dataDirectory, runtime, progress }: LocomoOptions,
): Promise<LocomoAnswer[]> {
  const plans = conversations.map(() => 'enterprise' as const);
  const accounts = await createAccounts(dataDirectory, plans);
  const settings = { MNEMA_CONTENT_POLICY: 'redact', MNEMA_LOG_LEVEL: 'warn' };
  const server = await MnemaServer.start({ dataDirectory, runtime, key: accounts[0]?.key ?? '', settings });
  try {
    const answers: LocomoAnswer[] = [];
    for (const [index, conversation] of conversations.entries()) {
      progress(`conversation ${index + 1} of ${conversations.length}: ${conversation.questions.length} questions`);
      const post = async (path: string, body: object, status: number) => {
        const headers = { 'X-API-Key': accounts[index]?.key ?? '' };
        return JSON.parse(
          await server.pool.call({ method: 'POST', path, headers, body: JSON.stringify(body) }, status),
        );
      };
      const turnIds = new Map<string, string>();
      const queue = conversation.sessions.values();
      const write = async ({ name, occurredAt, turns }: Session) => {
        for (const { id, speaker, text } of turns) {
          const role = speaker === conversation.firstSpeaker ? 'user' : 'assistant';
          const messages = [{ role, name: speaker, content: text }];
          const written = await post('/memories', { messages, run_id: name, occurred_at: occurredAt }, 202);
          turnIds.set(written.memory_id, id);
        }
      };
      // The neighbours of a turn count, so the turns of a session are written in order.
      await Promise.all(
        Array.from({ length: writers }, async () => {
          for (const session of queue) await write(session);
        }),
      );
      await server.drain(maxDrainMs);
      for (const { text, category, evidence } of conversation.questions) {
        const { results, degraded } = await post('/search', { query: text, top_k: 10 }, 200);
        if (degraded.length > 0) throw new Error(`a search had no ${degraded.join(', ')}`);
        const found = results.map(({ id }: { id: string }) => turnIds.get(id) ?? '');
        answers.push({ category, evidence, found });
      }
    }
    return answers;
  } finally {
    await server.kill();
  }
}
