import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';

/** Lines of JSON on standard error: standard output belongs to what people read. */
export function createLog(level: Config['logLevel'], stream: DestinationStream = standardError()): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    stream,
  );
}

function standardError(): DestinationStream {
  const output = destination({ dest: 2, sync: true });
  // A log that can't be written is no reason to end: memories are still kept and found.
  output.on('error', () => {});
  return output;
}
