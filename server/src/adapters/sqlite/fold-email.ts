/** The form two e-mail addresses are compared in. SQLite's own NOCASE knows ASCII only. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
