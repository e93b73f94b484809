/** Providers refuse blank texts, and some what is no text in UTF-8. */
export function toSendable(text: string): string {
  const sendable = text.toWellFormed().replaceAll('\0', ' ');
  return sendable.trim() === '' ? '.' : sendable;
}
