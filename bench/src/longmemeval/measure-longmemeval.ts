import { MnemaServer, type Runtime } from '../processes/mnema-server.ts';
import { createAccounts } from '../victims/create-accounts.ts';
import { askHaystack } from './ask-haystack.ts';
import { type Layout, toHaystack } from './haystack-documents.ts';
import { type HaystackQuestion, isAbstention, parseHaystackQuestion } from './haystack-question.ts';
import type { QuestionResult } from './longmemeval-figures.ts';
import { readJsonArray } from './read-json-array.ts';

export interface LongMemEvalOptions {
  /** The official file. */
  data: string;
  /** An empty folder. */
  dataDirectory: string;
  layout: Layout;
  /** The maximum number of questions, which are spread evenly over the file because it is sorted by type. */
  limit: number;
  /** Whether questions without an answer are included, as in some comparisons. */
  withAbstention: boolean;
  runtime: Runtime;
  progress: (message: string) => void;
}

/**
 * Searches for the questions of a file, each in a separate account that contains only its history.
 * @throws {Error} when the file is not valid, or a memory is rejected or not embedded
 */
export async function measureLongMemEval(options: LongMemEvalOptions): Promise<QuestionResult[]> {
  const { data, dataDirectory, layout, runtime, progress } = options;
  progress(`reading ${data}`);
  const chosen = await chooseQuestions(options);
  const accounts = await createAccounts(
    dataDirectory,
    [...chosen].map(() => 'enterprise'),
  );
  const server = await MnemaServer.start({
    dataDirectory,
    runtime,
    key: accounts[0]?.key ?? '',
    // Chats contain strings that look like credentials; their turns must not be missing.
    settings: { MNEMA_CONTENT_POLICY: 'redact', MNEMA_LOG_LEVEL: 'warn' },
  });
  try {
    const results: QuestionResult[] = [];
    for await (const { question, index } of readQuestions(data)) {
      const key = chosen.has(index) ? accounts[results.length]?.key : undefined;
      if (key === undefined) continue;
      progress(`question ${results.length + 1} of ${chosen.size}: ${question.id}`);
      results.push(await askHaystack(server, key, question, layout));
    }
    return results;
  } finally {
    await server.kill();
  }
}

/** Checks the whole file before anything is written, and returns the indexes of the questions to use. */
async function chooseQuestions({ data, layout, limit, withAbstention }: LongMemEvalOptions): Promise<Set<number>> {
  const candidates: number[] = [];
  for await (const { question, index } of readQuestions(data)) {
    if (isAbstention(question.id) && !withAbstention) continue;
    if (layout.isOfficial && !toHaystack(question, layout).isOfficialTarget) continue;
    if (question.evidenceSessionIds.length > 0) candidates.push(index);
  }
  if (candidates.length === 0) throw new Error(`${data} has no question with evidence`);
  const count = Math.min(limit, candidates.length);
  return new Set(
    candidates.filter(
      (_, at) => Math.floor((at * count) / candidates.length) !== Math.floor(((at - 1) * count) / candidates.length),
    ),
  );
}

async function* readQuestions(file: string): AsyncGenerator<{ question: HaystackQuestion; index: number }> {
  let index = 0;
  for await (const entry of readJsonArray(file)) {
    yield { question: parseHaystackQuestion(`${file} /${index}`, entry), index };
    index++;
  }
}
