import type { MnemaServer } from '../processes/mnema-server.ts';
import { type Haystack, type HaystackDocument, type Layout, toHaystack } from './haystack-documents.ts';
import type { HaystackQuestion } from './haystack-question.ts';
import type { QuestionResult } from './longmemeval-figures.ts';

const writers = 8;
const maxResults = 100;
/** A history of the largest file has about 5,000 messages, each of which takes about 50 ms to embed. */
const maxDrainMs = 3_600_000;

/**
 * Writes the history of a question into an account, waits until all of it is embedded, and searches for the question.
 * @param key the API key of an account without memories
 */
export async function askHaystack(
  server: MnemaServer,
  key: string,
  question: HaystackQuestion,
  layout: Layout,
): Promise<QuestionResult> {
  const haystack = toHaystack(question, layout);
  const documents = await writeDocuments(server, key, haystack.documents);
  await server.drain(maxDrainMs);
  const call = { method: 'POST', path: '/search', headers: { 'X-API-Key': key } };
  const body = JSON.stringify({ query: question.text, top_k: maxResults });
  const { results, degraded } = JSON.parse(await server.pool.call({ ...call, body }, 200)) as {
    results: { id: string }[];
    degraded: string[];
  };
  if (degraded.length > 0) throw new Error(`question ${question.id} was searched without ${degraded.join(', ')}`);
  const found = results.map(({ id }) => documents.get(id)).filter((document) => document !== undefined);
  return toResult(question, haystack, found, layout);
}

/** Maps the ids of the memories to their documents. The order of writes is that of a run, so a session is written in order. */
async function writeDocuments(
  server: MnemaServer,
  key: string,
  documents: readonly HaystackDocument[],
): Promise<Map<string, HaystackDocument>> {
  const bySession = Map.groupBy(documents, ({ sessionId }) => sessionId);
  const queue = bySession.values();
  const ids = new Map<string, HaystackDocument>();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (const session of queue) {
        for (const document of session) {
          const { sessionId, occurredAt, messages } = document;
          const body = JSON.stringify({ messages, run_id: sessionId, occurred_at: occurredAt });
          const call = { method: 'POST', path: '/memories', headers: { 'X-API-Key': key }, body };
          ids.set((JSON.parse(await server.pool.call(call, 202)) as { memory_id: string }).memory_id, document);
        }
      }
    }),
  );
  return ids;
}

function toResult(
  { id, type }: HaystackQuestion,
  { documents, evidenceSessions, evidenceMessages }: Haystack,
  found: readonly HaystackDocument[],
  { by, isOfficial }: Layout,
): QuestionResult {
  const countOf = (labels: readonly string[], evidence: readonly string[]) =>
    labels.filter((label) => evidence.includes(label)).length;
  const messageLabels = [...new Set(found.map(({ messageLabel }) => messageLabel))];
  const sessionLabels = found.map(({ sessionLabel }) => sessionLabel);
  // The official script counts every turn of a session with evidence in its NDCG; otherwise its best turn counts.
  const ranked = isOfficial ? sessionLabels : [...new Set(sessionLabels)];
  const relevantCount = isOfficial
    ? countOf(
        documents.map(({ sessionLabel }) => sessionLabel),
        evidenceSessions,
      )
    : evidenceSessions.length;
  return {
    id,
    type,
    sessions: { ranked, correct: evidenceSessions, relevantCount },
    messages:
      by === 'session'
        ? null
        : { ranked: messageLabels, correct: evidenceMessages, relevantCount: evidenceMessages.length },
  };
}
