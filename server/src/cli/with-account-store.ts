import type { CommandContext, OpenAccountStore } from './command-context.ts';

/** Opens the accounts of the configured data directory for as long as `work` takes. */
export async function withAccountStore<Result>(
  context: CommandContext,
  work: (opened: OpenAccountStore) => Promise<Result>,
): Promise<Result> {
  const opened = await context.openAccountStore(context.readConfig());
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
