import type { ThreadRequest } from '../../lib/create-thread.ts';

export type RuntimeName = 'native' | 'wasm';
export type RuntimeChoice = 'auto' | RuntimeName;

export interface EncoderStart {
  runtime: RuntimeName;
  /** The reason why the preferred native runtime is not used; null if it is used, or was not preferred. */
  fallbackReason: string | null;
  loadMs: number;
}

export interface EncodedTexts {
  /** The vectors, concatenated in the order of the texts. */
  values: Float32Array<ArrayBuffer>;
  /** The token vectors of each text. Those of a query may be in several parts. */
  tokens: Int8Array[];
  /** The words around the tokens of a query; empty for documents. */
  words: string[];
}

/** The operations of the encoder thread. A text that the model can never encode fails, and others do not. */
export interface EncoderOperations {
  /** Returns when the model is loaded. */
  start(): EncoderStart;
  query(text: string): EncodedTexts;
  documents(texts: readonly string[]): EncodedTexts;
}

export type EncoderRequest = Pick<ThreadRequest, 'id' | 'accountId'> &
  ({ operation: 'query'; argument: string } | { operation: 'documents'; argument: readonly string[] });
