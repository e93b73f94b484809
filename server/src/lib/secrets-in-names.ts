import { findSensitive, type SensitiveKind, sensitiveLabels } from '@mnema/secret-scanner';

/** Numbers of these kinds may also be ids. */
const numberKinds: ReadonlySet<SensitiveKind> = new Set(['card_number', 'iban', 'us_ssn', 'national_id']);

/** Finds a secret that makes an id unusable. */
export function findSecretInId(id: string): { kind: SensitiveKind } | undefined {
  return findSensitive(id).find(({ kind }) => !numberKinds.has(kind));
}

/** @param advice follows the message about a secret */
export function nameProblems(name: string, maxLength: number, advice: string): string[] {
  const problems: string[] = [];
  if (name.trim() === '' || [...name].length > maxLength) {
    problems.push(`must have 1 to ${maxLength} characters and not be blank`);
  } else if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    problems.push('must be one line of text, without control characters');
  }
  const [secret] = findSensitive(name.slice(0, 2 * maxLength));
  if (secret) problems.push(`contains ${sensitiveLabels[secret.kind]} (${secret.kind}): ${advice}`);
  return problems;
}
