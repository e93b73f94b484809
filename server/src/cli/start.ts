import { addAbortListener } from 'node:events';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import type { RunningServer } from '../main.ts';
import type { CommandContext } from './command-context.ts';
import { exposureOf } from './exposure.ts';

export function startCommand(context: CommandContext): Command {
  return new Command('start')
    .summary('start the server')
    .description(
      'Starts the server in the foreground. SIGTERM or Ctrl+C stops it: open requests are finished first.\nThe first start creates an account and prints its password and API key once.',
    )
    .action(async () => {
      const config = context.readConfig();
      const stopping = Promise.withResolvers<void>();
      addAbortListener(context.stopRequest(), () => stopping.resolve());
      const server = await context.startServer(config);
      context.print(`${banner(context, config, server).join('\n')}\n`);
      await stopping.promise;
      await server.stop();
    });
}

function banner({ programName }: CommandContext, config: Config, { url, firstAccount }: RunningServer): string[] {
  if (!config.roles.api) return [`Mnema's worker is ready, its health at ${url}/readyz`];
  const store = config.store === 'mongodb' ? 'Store: MongoDB' : `Data directory: ${resolve(config.dataDirectory)}`;
  const heading = [`Mnema is ready at ${url}`, store, ...notes(config)];
  if (!firstAccount) {
    const hint = `A new API key: ${programName} key create <email>   (the emails: ${programName} account list)`;
    return [...heading, `Dashboard: ${config.publicUrl ?? url}/app/`, hint];
  }
  const { email, key, code } = firstAccount;
  const chosen = config.bootstrapPassword !== undefined;
  const password = chosen ? 'as set in MNEMA_BOOTSTRAP_PASSWORD' : `${firstAccount.password}   (shown once)`;
  return [
    ...heading,
    '',
    'The first start created an account. Save its secrets now; only their hashes are stored.',
    `  Email:    ${email}   (shown once)`,
    `  Password: ${password}`,
    `  API key:  ${key}   (shown once)`,
    // The part after # stays in the browser, so no log contains it.
    `  Dashboard: ${config.publicUrl ?? url}/app/sign-in#${code}   (signs in once, within ten minutes)`,
    '',
    `try: curl -s ${url}/memories -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '{"text": "Ada takes her tea without sugar."}'`,
  ];
}

/** Returns the differences from a server on loopback, each with its fix. */
function notes(config: Config): string[] {
  const warnings = exposureOf(config).map(({ finding, fix }) => `Note: ${finding}; ${fix}.`);
  if (!config.isReachable || !config.roles.api || config.registration === 'open') return warnings;
  return [
    'Registration is closed. MNEMA_REGISTRATION=open lets anyone who can reach the server create an account.',
    ...warnings,
  ];
}
