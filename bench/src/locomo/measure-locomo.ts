import { MnemaServer, type Runtime } from '../processes/mnema-server.ts';
import { createAccounts } from '../victims/create-accounts.ts';
import type { Conversation, Session } from './read-conversations.ts';

export interface LocomoResult {
  category: string;
  /** The ids of the messages that contain the answer. */
  evidence: string[];
  /** The ids of the found messages, best first. */
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
 * Writes each message of a conversation as a memory of a separate account, and sends the questions of the conversation
 * as searches.
 * @throws {Error} when a memory is rejected or not embedded
 */
export async function measureLocomo(
  conversations: readonly Conversation[],
  { dataDirectory, runtime, progress }: LocomoOptions,
): Promise<LocomoResult[]> {
  const plans = conversations.map(() => 'enterprise' as const);
  const accounts = await createAccounts(dataDirectory, plans);
  const settings = { MNEMA_CONTENT_POLICY: 'redact', MNEMA_LOG_LEVEL: 'warn' };
  const server = await MnemaServer.start({ dataDirectory, runtime, key: accounts[0]?.key ?? '', settings });
  try {
    const results: LocomoResult[] = [];
    for (const [index, conversation] of conversations.entries()) {
      progress(`conversation ${index + 1} of ${conversations.length}: ${conversation.questions.length} questions`);
      const post = async (path: string, body: object, status: number) => {
        const headers = { 'X-API-Key': accounts[index]?.key ?? '' };
        return JSON.parse(
          await server.pool.call({ method: 'POST', path, headers, body: JSON.stringify(body) }, status),
        );
      };
      const messageIds = new Map<string, string>();
      const queue = conversation.sessions.values();
      const write = async ({ name, occurredAt, messages }: Session) => {
        for (const { id, speaker, text } of messages) {
          const role = speaker === conversation.firstSpeaker ? 'user' : 'assistant';
          const message = { role, name: speaker, content: text };
          const written = await post('/memories', { messages: [message], run_id: name, occurred_at: occurredAt }, 202);
          messageIds.set(written.memory_id, id);
        }
      };
      // The neighbours of a message count, so the messages of a session are written in order.
      await Promise.all(
        Array.from({ length: writers }, async () => {
          for (const session of queue) await write(session);
        }),
      );
      await server.drain(maxDrainMs);
      for (const { text, category, evidence } of conversation.questions) {
        const { results: found, degraded } = await post('/search', { query: text, top_k: 10 }, 200);
        if (degraded.length > 0) throw new Error(`a search had no ${degraded.join(', ')}`);
        const ids = found.map(({ id }: { id: string }) => messageIds.get(id) ?? '');
        results.push({ category, evidence, found: ids });
      }
    }
    return results;
  } finally {
    await server.kill();
  }
}
