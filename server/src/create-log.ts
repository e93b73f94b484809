import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';

/** Lines of JSON on standard error: standard output belongs to what people read. */
export function createLog(
  level: Config['logLevel'],
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    stream,
  );
}
