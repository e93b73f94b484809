import { createDialect } from '../../adapters/provider/create-dialect.ts';
import { createRemoteExtractor } from '../../adapters/provider/create-remote-extractor.ts';
import type { Config } from '../../config/config.ts';
import type { Extractor } from '../../ports/extractor.ts';

/** The configured extractor; null: facts are not extracted. */
export function createExtractor({ extractor }: Config): Extractor | null {
  return extractor.kind === 'none' ? null : createRemoteExtractor(createDialect(extractor), extractor);
}
