import { Command, InvalidArgumentError } from 'commander';
import type { OpenReembedding } from '../app/services.ts';
import { messageOf } from '../lib/message-of.ts';
import { type CommandContext, CommandError, Interrupted } from './command-context.ts';
import { createProgress } from './progress.ts';

interface ReembedFlags {
  rate?: number;
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

async function reembed(context: CommandContext, { rate, json = false }: ReembedFlags): Promise<void> {
  const opened = await open(context);
  try {
    const { interrupted, reembedded, givenUp } = await move(context, opened, { textsPerMinute: rate ?? null, json });
    if (json) {
      const end = { event: 'end', embedder: opened.embedderId, interrupted, moved: reembedded, given_up: givenUp };
      context.print(`${JSON.stringify(end)}\n`);
    }
    if (interrupted) {
      throw new Interrupted('stopped. Run the same command again to continue.');
    }
    if (json) return;
    const failures = givenUp === 0 ? '' : `; ${givenUp} could not be embedded, and are found by keyword only`;
    context.print(
      `${reembedded} memories were re-embedded with ${opened.embedderId}${failures}. No other memories are left.\n`,
    );
  } finally {
    await opened.close();
  }
}

async function move(
  context: CommandContext,
  { count, start }: OpenReembedding,
  { textsPerMinute, json }: { textsPerMinute: number | null; json: boolean },
): Promise<{ interrupted: boolean; reembedded: number; givenUp: number }> {
  const printEvent = (event: object, text: string) =>
    json ? context.print(`${JSON.stringify(event)}\n`) : context.explain(`${text}\n`);
  const progress = createProgress(context, { json });
  const total = await count();
  let reembedded = 0;
  let givenUp = 0;
  let byOthers = 0;
  let interrupted = false;
  progress.begin({ name: 'moving', unit: 'memories', total });
  const reembedding = start({
    textsPerMinute,
    events: {
      began: () => {},
      finished: () => {},
      reembedded(memories) {
        reembedded += memories;
        progress.advance(memories);
      },
      gaveUp(memoryId, reason) {
        givenUp++;
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
  const recount = setInterval(() => {
    count().then(
      (left) => {
        const others = total - left - reembedded - givenUp - byOthers;
        if (others <= 0) return;
        byOthers += others;
        progress.skip(others);
      },
      () => {},
    );
  }, recountMs);
  void context.stopRequest().then(() => {
    interrupted = true;
    void reembedding.stop();
  });
  await reembedding.ended.finally(() => clearInterval(recount));
  progress.end();
  return { interrupted: interrupted && (await count()) > 0, reembedded, givenUp };
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
