import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { Tracer } from '../ports/tracer.ts';
import { describeError } from './describe-error.ts';

/** Creates a log with lines of JSON on standard error, because standard output is for people. */
export function createLog(
  level: Config['logLevel'],
  { stream = standardError(), present }: { stream?: DestinationStream; present?: Tracer['current'] } = {},
): Logger {
  const mixin = () => {
    const found = present?.();
    return found ? { trace_id: found.traceId, span_id: found.spanId } : {};
  };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      ...(present ? { mixin } : {}),
    },
    stream,
  );
}

function standardError(): DestinationStream {
  const output = destination({ dest: 2, sync: true });
  // The server continues without its log, because it can still store and find memories.
  output.on('error', () => {});
  return output;
}
