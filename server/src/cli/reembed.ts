import { addAbortListener } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import { poll } from '../lib/coalesce.ts';
import { messageOf } from '../lib/message-of.ts';
import { type CommandContext, CommandError, Interrupted } from './command-context.ts';
import { startProgress } from './progress.ts';

const recountMs = 10_000;

export function reembedCommand(context: CommandContext): Command {
  return new Command('reembed')
    .summary('re-embed memories with the configured embedder')
    .description(
      'Re-embeds the memories of other embedders with MNEMA_EMBEDDER, as fast as possible. Workers do the same slowly in the background.\nWith MongoDB, servers and other runs of this command may work at the same time, without doing work twice. A data directory must not be in use. Run it again to continue after an interruption. Exits with 130 when it was interrupted.',
    )
    .option('--rate <texts>', 'maximum of texts a minute; as fast as the embedder when omitted', toRate)
    .option('--json', 'print one JSON object a line: progress, errors, the end')
    .action((flags) => reembed(context, flags));
}

async function reembed(
  context: CommandContext,
  { rate = null, json = false }: { rate?: number | null; json?: boolean },
): Promise<void> {
  const config = context.readConfig();
  const { describeStore, openReembedding } = await context.loadServices();
  const { count, start, embedderId: embedder, close } = await openReembedding(config).catch(explainUse);
  context.explain(`Store: ${describeStore(config)}\n`);
  try {
    const printEvent = (event: object, text: string) =>
      json ? context.print(`${JSON.stringify(event)}\n`) : context.explain(`${text}\n`);
    const total = await count();
    const done = { moved: 0, given_up: 0 };
    let byOthers = 0;
    const progress = startProgress(context, { name: 'moving', unit: 'memories', total }, { json });
    const reembedding = start({
      textsPerMinute: rate,
      events: {
        began: () => {},
        finished: () => {},
        reembedded(memories) {
          done.moved += memories;
          progress.advance(memories);
        },
        gaveUp(memoryId, reason) {
          done.given_up++;
          progress.advance(1);
          printEvent({ event: 'given_up', memory_id: memoryId, reason }, `${memoryId}: ${reason}`);
        },
        postponed({ message: reason }, pauseMs) {
          const seconds = Math.ceil(pauseMs / 1_000);
          printEvent({ event: 'waiting', reason, seconds }, `${reason}; retrying in ${seconds} s`);
        },
        stumbled(error) {
          const reason = messageOf(error);
          printEvent({ event: 'waiting', reason, seconds: null }, `${reason}; tried again`);
        },
      },
    });
    // Workers also embed memories again.
    const recounting = poll(async () => {
      const left = await count().catch(() => total);
      const others = Math.max(0, total - left - done.moved - done.given_up - byOthers);
      byOthers += others;
      if (others > 0) progress.skip(others);
    }, recountMs);
    const stopRequest = context.stopRequest();
    addAbortListener(stopRequest, () => void reembedding.stop());
    await reembedding.ended.finally(() => recounting.stop());
    progress.end();
    const interrupted = stopRequest.aborted && (await count()) > 0;
    const failures = done.given_up && `; ${done.given_up} could not be embedded, and are found by keyword only`;
    const result = `${done.moved} memories were re-embedded with ${embedder}${failures || ''}. No other memories are left.`;
    if (json) context.print(`${JSON.stringify({ event: 'end', embedder, interrupted, ...done })}\n`);
    if (interrupted) throw new Interrupted('stopped. Run the same command again to continue.');
    if (!json) context.print(`${result}\n`);
  } finally {
    await close();
  }
}

/** Adds to the error of a data directory in use that its server does the same. */
function explainUse(error: Error): never {
  if (!error.message.includes('in use by')) throw error;
  const hint =
    'A running server re-embeds the memories itself, MNEMA_REEMBED_RATE texts a minute: mnema_memories_of_other_embedder in its /metrics counts the rest.';
  throw new CommandError(`${error.message} ${hint}`, { cause: error });
}

function toRate(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}
