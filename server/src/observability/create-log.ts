import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import type { Tracer } from '../ports/tracer.ts';
import { describeError } from './describe-error.ts';

/**
 * Lines of JSON on standard error: standard output belongs to what people read.
 * @param present - where in a trace the present work is, which each line says
 */
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
  // A log that can't be written is no reason to end: memories are still kept and found.
  output.on('error', () => {});
  return output;
}
