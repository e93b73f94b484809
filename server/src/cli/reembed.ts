import { Command, InvalidArgumentError } from 'commander';
import type { OpenReembedding } from '../app/services.ts';
import { poll } from '../lib/coalesce.ts';
import { messageOf } from '../lib/message-of.ts';
import { type CommandContext, CommandError, Interrupted } from './command-context.ts';
import { createProgress } from './progress.ts';

interface ReembedFlags {
  rate?: number | null;
  json?: boolean;
}

const recountMs = 10_000;

export function reembedCommand(context: CommandContext): Command {
  return new Command('reembed')
    .summary('re-embed memories with the configured embedder')
    .description(
      'Re-embeds the memories of other embedders with MNEMA_EMBEDDER, as fast as possible. Workers do the same slowly in the background.\nWith MongoDB, servers and other runs of this command may work at the same time, without doing work twice. A data directory must not be in use. Run it again to continue after an interruption. Exits with 130 when it was interrupted.',
    )
    .option('--rate <texts>', 'maximum of texts a minute; as fast as the embedder when omitted', toRate)
    .option('--json', 'print one JSON object a line: progress, errors, the end')
    .action((flags: ReembedFlags) => reembed(context, flags));
}

async function reembed(context: CommandContext, { rate = null, json = false }: ReembedFlags): Promise<void> {
  const { count, start, embedderId: embedder, close } = await open(context);
  try {
    const printEvent = (event: object, text: string) =>
      json ? context.print(`${JSON.stringify(event)}\n`) : context.explain(`${text}\n`);
    const progress = createProgress(context, { json });
    const total = await count();
    const done = { moved: 0, given_up: 0 };
    let byOthers = 0;
    progress.begin({ name: 'moving', unit: 'memories', total });
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
      const others = total - left - done.moved - done.given_up - byOthers;
      if (others <= 0) return;
      byOthers += others;
      progress.skip(others);
    }, recountMs);
    let isStopped = false;
    void context.stopRequest().then(() => {
      isStopped = true;
      void reembedding.stop();
    });
    await reembedding.ended.finally(() => recounting.stop());
    progress.end();
    const interrupted = isStopped && (await count()) > 0;
    if (json) context.print(`${JSON.stringify({ event: 'end', embedder, interrupted, ...done })}\n`);
    if (interrupted) throw new Interrupted('stopped. Run the same command again to continue.');
    if (json) return;
    const failures =
      done.given_up === 0 ? '' : `; ${done.given_up} could not be embedded, and are found by keyword only`;
    context.print(`${done.moved} memories were re-embedded with ${embedder}${failures}. No other memories are left.\n`);
  } finally {
    await close();
  }
}

async function open(context: CommandContext): Promise<OpenReembedding> {
  const config = context.readConfig();
  try {
    return await (await context.loadServices()).openReembedding(config);
  } catch (error) {
    if (config.store !== 'sqlite' || !(error instanceof Error) || !error.message.includes('in use by')) throw error;
    throw new CommandError(
      `${error.message} A running server re-embeds the memories itself, MNEMA_REEMBED_RATE texts a minute: mnema_memories_of_other_embedder in its /metrics counts the rest.`,
      { cause: error },
    );
  }
}

function toRate(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}
