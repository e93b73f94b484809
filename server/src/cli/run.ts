import { Command, CommanderError } from 'commander';
import { DomainError } from '../ports/errors.ts';
import { OperatorError } from '../ports/operator-error.ts';
import { accountCommand } from './account.ts';
import { type CommandContext, CommandError, ReportedFailure } from './command-context.ts';
import { copyCommand } from './copy.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { mcpCommand } from './mcp.ts';
import { memoryCommand } from './memory.ts';
import { reembedCommand } from './reembed.ts';
import { startCommand } from './start.ts';
import { backupCommand, compactCommand, migrateCommand, restoreCommand } from './store.ts';

/** In the order of the help. */
const commands = [
  ...[startCommand, memoryCommand, accountCommand, keyCommand, mcpCommand, migrateCommand, reembedCommand],
  ...[copyCommand, exportCommand, importCommand, backupCommand, restoreCommand, compactCommand, doctorCommand],
];

/** Runs one command. @returns the exit code of the program */
export async function run(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    await createProgram(context).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the help or the error, whose exit code is that of most programs.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ReportedFailure) return 1;
    context.explain(`mnema: ${described(error)}\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function createProgram(context: CommandContext): Command {
  const program = new Command('mnema')
    .description('Long-term memory for AI agents.')
    .version(context.version)
    .addHelpText(
      'after',
      `\nSettings are environment variables such as MNEMA_PORT and MNEMA_DATA_DIR; docs/reference/configuration.md lists them.`,
    );
  for (const create of commands) program.addCommand(create(context));
  for (const command of withDescendants(program)) {
    command
      .exitOverride()
      .configureOutput({ writeOut: context.print, writeErr: context.explain })
      .configureHelp({ styleTitle: (title) => context.style('bold', title) })
      .showHelpAfterError(`(${context.programName}${pathOf(command)} --help shows how)`);
  }
  return program;
}

function withDescendants(command: Command): Command[] {
  return [command, ...command.commands.flatMap((child) => withDescendants(child as Command))];
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : '';
}

/** The property of all errors of the client of the service. */
const ofClient = Symbol.for('@mnema/sdk/error');

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  if ('syscall' in error || ofClient in error) return error.message;
  return `unexpected error; please report it with the following lines.\n${error.stack ?? error.message}`;
}
