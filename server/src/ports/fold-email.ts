/** The form in which two email addresses are compared, the same in every store of accounts. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
