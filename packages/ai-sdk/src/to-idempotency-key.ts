/** Returns an idempotency key for values of any length and with any characters. The same values give the same key. */
export async function toIdempotencyKey(...values: string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `ai-sdk/${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
