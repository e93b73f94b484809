import type { Extractor } from '../../ports/extractor.ts';
import { timed } from './timed.ts';

/** `failure`: undefined when it answered, whatever the answer is worth. */
export type OnExtraction = (failure: unknown, seconds: number) => void;

/** `extractor`, telling of each question how long it took and how it ended. */
export function measureExtractor(extractor: Extractor, ended: OnExtraction): Extractor {
  return {
    id: extractor.id,
    answer: (task) => timed(() => extractor.answer(task), ended),
    close: () => extractor.close(),
  };
}
