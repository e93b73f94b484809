/** Names the vectors this model makes; vectors of different ids must not be compared. */
export declare const embedderId: 'bge-small-en-v1.5-int8';
/** Length of a vector. */
export declare const dimensions: 384;
/** Longest input, [CLS] and [SEP] included. */
export declare const maxTokens: 512;

/** ONNX graph, int8 weights. Inputs `input_ids`, `attention_mask`, `token_type_ids`; output `last_hidden_state`. */
export declare const modelUrl: URL;
/** `tokenizer.json` in the Hugging Face format. It needs no separate tokenizer configuration. */
export declare const tokenizerUrl: URL;

/** Token vectors: unit vectors of signed bytes. A byte times `scale` is a value. */
export declare const tokenVectors: { readonly dimensions: 112; readonly scale: number };
/** ONNX graph. Input `hidden`, rows of `last_hidden_state`; output `tokens`, their token vectors. */
export declare const tokenProjectionUrl: URL;
/** The ids of the pieces that carry no meaning: marks and stop words. A JSON array. */
export declare const stopPiecesUrl: URL;

/** onnxruntime-web, CPU only. */
export declare const wasmRuntime: {
  /** The JavaScript API, an ES module. */
  readonly moduleUrl: URL;
  /** The loader that the API imports (`env.wasm.wasmPaths.mjs`). */
  readonly loaderUrl: URL;
  /** The WebAssembly binary (`env.wasm.wasmBinary`). */
  readonly binaryUrl: URL;
};

/** Every vendored file with its SHA-256 in hexadecimal. */
export declare const files: readonly { readonly url: URL; readonly sha256: string }[];
