import { type CommandContext, CommandError } from './command-context.ts';

/** Returns the URL of the server without a slash at its end: `MNEMA_BASE_URL`, or that of the settings. */
export function baseUrl(context: CommandContext): string {
  const given = context.readEnvironment()['MNEMA_BASE_URL']?.trim();
  if (given) {
    const url = URL.parse(given);
    if (!url || !/^https?:$/.test(url.protocol)) {
      throw new CommandError('MNEMA_BASE_URL must be the URL of a server, such as https://memory.example.com.');
    }
    if (url.username !== '' || url.password !== '') {
      throw new CommandError('MNEMA_BASE_URL must not contain a user name or password.');
    }
    return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '').replace(/\/mcp$/, '');
  }
  const { publicUrl, port, host } = context.readConfig();
  if (publicUrl !== undefined) return publicUrl.replace(/(?<!\/)\/+$/, '');
  if (port === 0)
    throw new CommandError(
      'MNEMA_PORT is 0, which means any free port: set MNEMA_BASE_URL to the address of the server.',
    );
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export function apiKey(context: CommandContext): string {
  const key = context.readEnvironment()['MNEMA_API_KEY']?.trim();
  if (key) return key;
  throw new CommandError(`Set MNEMA_API_KEY to a key of the account: ${context.programName} key create <email>`);
}
