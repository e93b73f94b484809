const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns the number of digits that hold any number of so many bits. */
export function base62Length(bits: number): number {
  return Math.ceil(bits / Math.log2(62));
}

/** Writes bytes as one big-endian number, padded to the length of the greatest number of so many bytes. */
export function toBase62(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; value > 0n; value /= 62n) text = digits[Number(value % 62n)] + text;
  return text.padStart(base62Length(bytes.length * 8), '0');
}

/** Writes a whole number below 2^53 without padding. */
export function numberToBase62(value: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text;
}
