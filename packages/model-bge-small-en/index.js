/** @param {string} path */
const file = (path) => new URL(path, import.meta.url);

export const embedderId = 'bge-small-en-v1.5-int8';
export const dimensions = 384;
export const maxTokens = 512;

export const modelUrl = file('./model/bge-small-en-v1.5-q.onnx');
export const tokenizerUrl = file('./model/bge-small-en-v1.5-q-tokenizer.json');

export const tokenVectors = { dimensions: 112, scale: 1 / 300 };
export const tokenProjectionUrl = file('./model/token-projection.onnx');
export const stopPiecesUrl = file('./model/stop-pieces.json');

export const wasmRuntime = {
  moduleUrl: file('./runtime/ort.wasm.min.mjs'),
  loaderUrl: file('./runtime/ort-wasm-simd-threaded.mjs'),
  binaryUrl: file('./runtime/ort-wasm-simd-threaded.wasm'),
};

export const files = [
  { url: modelUrl, sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4' },
  { url: tokenizerUrl, sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66' },
  { url: tokenProjectionUrl, sha256: 'af1dd986731bedc5ac086995a7cf7b4510263bc62c6cb0edd57bce98bdb1b350' },
  { url: stopPiecesUrl, sha256: '10b20adb2c1a72490e3b2f94782bba090a0f7da260329a0a0b4e3af9a2468eb2' },
  { url: wasmRuntime.moduleUrl, sha256: '219e6a1fc8a9938268d18efca3c91d310bd2f4a59bbd13744df5b2b7fc6cee3b' },
  { url: wasmRuntime.loaderUrl, sha256: 'e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b' },
  { url: wasmRuntime.binaryUrl, sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2' },
];
