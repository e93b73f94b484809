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
    .summary('move memories to the embedder that is configured')
    .description(
      'Embeds anew what another embedder than that of MNEMA_EMBEDDER has embedded, as fast as it can. Workers do so by themselves in the background, slowly: this is for when it should be soon.\nWith MongoDB, servers and other runs of this command may go on meanwhile: none does the work of another. A data directory must not be in use. Run again, it goes on where it was ended. Ends with 130 when it was told to stop.',
    )
    .option('--rate <texts>', 'texts a minute at most; without it, as fast as the embedder is', toRate)
    .option('--json', 'print a JSON object a line: progress, what went wrong, the end')
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
      throw new Interrupted('stopped. Run the same command again: it goes on where it was, and does nothing twice.');
    }
    if (json) return;
    const failures = givenUp === 0 ? '' : `; ${givenUp} it could not do: these are found by their words`;
    context.print(
      `${reembedded} memories were moved to ${opened.embedderId}${failures}. None is left of another embedder.\n`,
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
        printEvent({ event: 'waiting', reason, seconds }, `${reason}; tried again in ${seconds} s`);
      },
      stumbled(error) {
        const reason = messageOf(error);
        printEvent({ event: 'waiting', reason, seconds: null }, `${reason}; tried again`);
      },
    },
  });
  // Workers embed memories again, too.
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
      `${error.message} A running server moves the memories itself, MNEMA_REEMBED_RATE texts a minute: mnema_memories_of_other_embedder in its /metrics says how many are left.`,
      { cause: error },
    );
  }
}

function toRate(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}
