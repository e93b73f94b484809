import type { Extractor } from '../../ports/extractor.ts';
import type { Tracer } from '../../ports/tracer.ts';

/** `extractor`, its questions in the trace of whoever asks. */
export function traceExtractor(extractor: Extractor, tracer: Tracer): Extractor {
  return {
    id: extractor.id,
    answer: (task) =>
      tracer.within(
        `extract ${task.name}`,
        { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': extractor.id },
        () => extractor.answer(task),
      ),
    close: () => extractor.close(),
  };
}
