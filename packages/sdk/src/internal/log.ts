import { MnemaError } from '../errors.ts';
import type { Logger, LogLevel } from '../logger.ts';
import { readVariable } from './environment.ts';

const levels: readonly string[] = ['off', 'error', 'warn', 'info', 'debug'] satisfies LogLevel[];
const ignore = (): void => {};

/**
 * Returns a logger that drops messages below its level. An unknown level of the environment is reported, one in code
 * rejected.
 */
export function createLog(given: Logger | undefined, level: LogLevel | undefined): Logger {
  const logger = given ?? console;
  const variable = readVariable('MNEMA_LOG');
  const known = levels.join(', ');
  if (level !== undefined && !levels.includes(level)) {
    throw new MnemaError(`logLevel ${JSON.stringify(level)} must be one of ${known}`, { code: 'configuration' });
  }
  if (level === undefined && variable !== undefined && !levels.includes(variable)) {
    logger.warn(`mnema: MNEMA_LOG is ${JSON.stringify(variable)}, which is not one of ${known}`);
  }
  const at = levels.indexOf(level ?? variable ?? '');
  const threshold = at === -1 ? levels.indexOf('warn') : at;
  const from = (name: 'warn' | 'info' | 'debug'): ((message: string) => void) =>
    threshold >= levels.indexOf(name) ? (message) => logger[name](`mnema: ${message}`) : ignore;
  return { warn: from('warn'), info: from('info'), debug: from('debug') };
}
