/** Metadata whose JSON takes exactly this many UTF-8 bytes, in characters of three bytes. */
export function metadataOf(bytes: number): object {
  const rest = bytes - Buffer.byteLength('{"key":""}');
  return { key: '…'.repeat(Math.floor(rest / 3)) + 'x'.repeat(rest % 3) };
}
