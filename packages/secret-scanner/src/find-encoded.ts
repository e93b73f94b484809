import { decodePercents } from './decode-escapes.ts';
import { decodeRuns } from './decode-runs.ts';
import { decodeSeparated } from './decode-separated.ts';
import { type Decoded, toSource } from './decoded.ts';
import { hasForm } from './find-broken.ts';
import type { Finding } from './sensitive-kinds.ts';

/** The scans of decoded texts. */
export interface DecodedScans {
  /** Finds tokens that their own form identifies. */
  forms(text: string): readonly Finding[];
  all(text: string): Generator<void, readonly Finding[]>;
}

/**
 * Decodes base 64 and hexadecimal digits, percent-encoding, and text with a separator between all characters. Most
 * texts have none of them. Each part of a text is decoded at most once by each decoder.
 */
export function decodeAll(text: string): Decoded[] {
  const found: Decoded[] = [];
  decodeRuns(text, found);
  decodeSeparated(text, found);
  decodePercents(text, found);
  return found;
}

/** Finds secrets in decoded parts of a text. */
export function* findEncoded(
  parts: readonly Decoded[],
  scans: DecodedScans,
  pauseCharacters: number,
): Generator<void, Finding[]> {
  const found: Finding[] = [];
  let sincePause = 0;
  for (const decoded of parts) {
    sincePause += decoded.text.length;
    if (sincePause >= pauseCharacters) {
      sincePause = 0;
      yield;
    }
    const findings = decoded.isSpaced ? scans.forms(decoded.text).filter(hasForm) : yield* scans.all(decoded.text);
    for (const finding of findings) found.push(toSource(finding, decoded));
  }
  return found;
}
