import type { ThreadRequest } from '../../lib/create-thread.ts';
import type { Embedding } from '../../ports/embedder.ts';

export type RuntimeName = 'native' | 'wasm';
export type RuntimeChoice = 'auto' | RuntimeName;

export interface EncoderStart {
  runtime: RuntimeName;
  /** The reason why the preferred native runtime is not used; null if it is used, or was not preferred. */
  fallbackReason: string | null;
  loadMs: number;
}

export interface EncodedTexts {
  embeddings: Embedding[];
  /** The words around the tokens of a query; empty for documents. */
  words: string[];
}

/** The operations of the encoder thread. A text that the model can never encode fails, and others do not. */
export interface EncoderOperations {
  start(): EncoderStart;
  query(text: string): EncodedTexts;
  documents(texts: readonly string[]): EncodedTexts;
}

export type EncoderRequest = Pick<ThreadRequest, 'id' | 'accountId'> &
  ({ operation: 'query'; argument: string } | { operation: 'documents'; argument: readonly string[] });
