import type { Mnema } from '@mnema/sdk';
import { type CommandContext, CommandError } from '../command-context.ts';
import { apiKey, baseUrl } from '../server-address.ts';

/**
 * Runs an action with a client of the server. Warnings of the server are printed.
 * @throws {CommandError} with the reason for which a call failed
 */
export async function withClient(context: CommandContext, action: (client: Mnema) => Promise<void>): Promise<void> {
  const key = apiKey(context);
  const { Mnema, MnemaError } = await context.loadSdk();
  const warn = (message: string) => context.explain(`${message}\n`);
  const logger = { warn, info: () => {}, debug: () => {} };
  try {
    await action(new Mnema({ apiKey: key, baseUrl: baseUrl(context), logger, logLevel: 'warn' }));
  } catch (error) {
    throw MnemaError.is(error) ? new CommandError(error.message) : error;
  }
}
