/** The form two email addresses are compared in, the same wherever accounts are kept. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
