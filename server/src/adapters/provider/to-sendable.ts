/** Makes a text acceptable: providers reject blank texts, and some reject text that is not valid UTF-8. */
export function toSendable(text: string): string {
  const sendable = text.toWellFormed().replaceAll('\0', ' ');
  return sendable.trim() === '' ? '.' : sendable;
}
