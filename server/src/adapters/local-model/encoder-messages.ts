export type RuntimeName = 'native' | 'wasm';
export type RuntimeChoice = 'auto' | RuntimeName;

export type EncoderCall =
  | { kind: 'query'; accountId: string; text: string }
  | { kind: 'documents'; texts: readonly string[] };

export type EncoderRequest = (EncoderCall & { id: number }) | { kind: 'close' };

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

export type EncoderReply =
  | ({ kind: 'started' } & EncoderStart)
  | ({ kind: 'vectors'; id: number } & EncodedTexts)
  /** The rejection of a request with a text that the model can never encode. */
  | { kind: 'rejected'; id: number; message: string };
