import { startBareEncoder } from '../processes/bare-encoder-process.ts';
import { cpuSeconds } from '../processes/cpu-seconds.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import type { Measure } from './measure.ts';

const messageCount = 400;
const messageLength = 1_500;
const messagesPerRun = 20;
/** The server cuts a message of this length in two. */
const textsPerMessage = 2;
const bareMessages = 50;
/** The texts that the server sends to the encoder at once. */
const textsPerCall = 16;

/** Measures the ingest of long messages, of which conversations with assistants consist. */
export const longIngest: Measure = {
  name: 'long-ingest',
  byNameOnly: true,
  async run({ scratch, progress }) {
    const sentences = createSentences(1_400);
    const server = await MnemaServer.start({ dataDirectory: scratch.folder('long'), runtime: 'native' });
    try {
      await server.warmUp();
      const bareEncoder = await startBareEncoder({ folder: scratch.folder('bare-long'), runtime: 'native' });
      try {
        let bareMs = 0;
        const embedBare = async () => {
          progress(`embedding ${bareMessages} messages bare`);
          for (let left = bareMessages * textsPerMessage; left > 0; left -= textsPerCall) {
            const length = Math.min(textsPerCall, left);
            const texts = Array.from({ length }, () => sentences.longMessage(messageLength / textsPerMessage));
            bareMs += await bareEncoder.run({ kind: 'embed', texts });
          }
        };
        await bareEncoder.run({ kind: 'embed', texts: ['ready'] });
        await embedBare();
        progress(`ingest of ${messageCount} messages of ${messageLength} characters`);
        const usedBefore = cpuSeconds(server.child.pid);
        const startedAt = performance.now();
        for (let index = 0; index < messageCount; index++) {
          const messages = [{ role: 'assistant', content: sentences.longMessage(messageLength) }];
          await server.write({ messages, run_id: `session-${Math.floor(index / messagesPerRun)}` });
        }
        await server.drain();
        const elapsedMs = performance.now() - startedAt;
        const cpuMs = 1_000 * (cpuSeconds(server.child.pid) - usedBefore);
        await embedBare();
        const what = `${messageCount} messages of ${messageLength} characters`;
        return [
          {
            measure: `ingest of ${what}`,
            value: (1_000 * messageCount) / elapsedMs,
            baseline: (1_000 * 2 * bareMessages) / bareMs,
            unit: 'per second',
            goal: null,
            note: `${(elapsedMs / 1_000).toFixed(1)} s from the first write until all were searchable by meaning; baseline: the same encoder embedding ${2 * bareMessages} such messages, each as ${textsPerMessage} texts, half before and half after`,
          },
          {
            measure: `CPU of the ingest of a message of ${messageLength} characters`,
            value: cpuMs / messageCount,
            baseline: null,
            unit: 'ms',
            goal: null,
            note: 'processor time of all threads of the server, with its writes',
          },
        ];
      } finally {
        await bareEncoder.child.kill();
      }
    } finally {
      await server.kill();
    }
  },
};
