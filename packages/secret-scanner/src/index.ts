export type { Neighbours } from './create-value-search.ts';
export { findSensitive, findSensitiveInSteps } from './find-sensitive.ts';
export { createRedactionScan, type Redaction, type RedactionScan, redactText } from './redaction-scan.ts';
export { type SensitiveKind, type SensitiveSpan, sensitiveLabels } from './sensitive-kinds.ts';
