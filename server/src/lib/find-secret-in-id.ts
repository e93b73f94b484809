import { findSensitive, type SensitiveKind } from '@mnema/secret-scanner';

/** Numbers of these kinds may also be ids. */
const numberKinds: ReadonlySet<SensitiveKind> = new Set(['card_number', 'iban', 'us_ssn', 'national_id']);

/** Finds a secret that makes an id unusable. */
export function findSecretInId(id: string): { kind: SensitiveKind } | undefined {
  return findSensitive(id).find(({ kind }) => !numberKinds.has(kind));
}
