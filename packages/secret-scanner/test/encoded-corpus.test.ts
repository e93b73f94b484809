import { expect, it } from 'vitest';
import { findSensitive } from '../src/find-sensitive.ts';
import { harmlessEncoded } from './harmless-encoded.ts';

it.each([1, 20_261_121, 4_000_000_007])(
  'at most 5 of 1000 harmless texts that resemble disguised secrets are reported, seed %i',
  (seed) => {
    const texts = harmlessEncoded(seed, 15);
    const alarms = texts.filter(({ text }) => findSensitive(text).length > 0);
    process.stdout.write(`false alarms in texts like disguises, seed ${seed}: ${alarms.length} of ${texts.length}\n`);
    expect(new Set(texts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(1000);
    expect(alarms.map(({ kind }) => kind).length / texts.length).toBeLessThanOrEqual(0.005);
  },
);
