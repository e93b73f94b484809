import { afterAll, describe, expect, it } from 'vitest';
import { findSensitive } from '../src/find-sensitive.ts';
import { brokenBefore, brokenInside, stacked, withUnseen, wrapped } from './disguises.ts';
import { harmlessCorpus } from './harmless-corpus.ts';
import { type SecretText, secretCorpus } from './secret-corpus.ts';
import { SeededRandom } from './seeded-random.ts';

const seeds = [1, 20_261_121, 4_000_000_007];
const report: string[] = [];

/** Whether a reported span holds at least a part of the secret. */
function isFound({ text, secret }: SecretText): boolean {
  const first = text.indexOf(secret);
  return findSensitive(text).some(({ start, end }) => start < first + secret.length && end > first);
}

function countByKind(entries: readonly { kind: string; hit: boolean }[]): Map<string, { hits: number; total: number }> {
  const counts = new Map<string, { hits: number; total: number }>();
  for (const { kind, hit } of entries) {
    const { hits, total } = counts.get(kind) ?? { hits: 0, total: 0 };
    counts.set(kind, { hits: hits + (hit ? 1 : 0), total: total + 1 });
  }
  return counts;
}

function table(title: string, entries: readonly { kind: string; hit: boolean }[]): string[] {
  const counts = [...countByKind(entries)];
  const hits = entries.filter(({ hit }) => hit).length;
  const share = ((100 * hits) / entries.length).toFixed(2);
  return [
    `${title}: ${hits} of ${entries.length} (${share} %), ${counts.length} kinds`,
    ...counts.map(([kind, { hits, total }]) => `  ${kind.padEnd(44)} ${hits} / ${total}`),
  ];
}

afterAll(() => {
  process.stdout.write(`${report.join('\n')}\n`);
});

describe.each(seeds)('with the values of seed %i', (seed) => {
  it('at least 97 of 100 secrets are found', () => {
    const results = secretCorpus(seed).map((entry, index) => ({ kind: entry.kind, index, hit: isFound(entry) }));
    const missed = results.filter(({ hit }) => !hit);
    // The output has no text of a secret, because it may end in a public log.
    report.push(...table(`secrets found, seed ${seed}`, results));
    report.push('  missed:', ...missed.map(({ kind, index }) => `    ${kind} #${index}`));
    expect(results.length).toBeGreaterThanOrEqual(250);
    expect(countByKind(results).size).toBeGreaterThanOrEqual(40);
    expect(missed.length / results.length).toBeLessThanOrEqual(0.03);
  });

  it.each([
    ['with an ignorable character inside', withUnseen, 0.97],
    ['with a line break inside', brokenInside, 0.85],
    ['behind a line break', brokenBefore, 0.94],
  ])('secrets are found %s', (title, disguise, share) => {
    const random = new SeededRandom(seed);
    const disguised = secretCorpus(seed).flatMap((entry) => disguise(random, entry) ?? []);
    const results = disguised.map((entry) => ({ kind: entry.kind, hit: isFound(entry) }));
    report.push(table(`secrets found ${title}, seed ${seed}`, results)[0] as string);
    expect(results.length).toBeGreaterThan(350);
    expect(results.filter(({ hit }) => hit).length / results.length).toBeGreaterThanOrEqual(share);
  });

  it.each([
    ['below each other', stacked],
    ['wrapped', (_random: SeededRandom, lines: Parameters<typeof wrapped>[0]) => wrapped(lines)],
  ])('at most 5 of 1000 harmless texts of lines %s are reported', (title, make) => {
    const texts = make(
      new SeededRandom(seed),
      harmlessCorpus(seed).filter(({ text }) => findSensitive(text).length === 0),
    );
    const results = texts.map(({ kind, text }) => ({ kind, hit: findSensitive(text).length > 0 }));
    report.push(table(`false alarms in lines ${title}, seed ${seed}`, results)[0] as string);
    expect(results.filter(({ hit }) => hit).length / results.length).toBeLessThanOrEqual(0.005);
  });

  it('at most 5 of 1000 harmless lines are reported', () => {
    const results = harmlessCorpus(seed).map(({ kind, text }, index) => {
      const found = findSensitive(text);
      return { kind, index, text, found, hit: found.length > 0 };
    });
    const alarms = results.filter(({ hit }) => hit);
    report.push(...table(`false alarms, seed ${seed}`, results));
    report.push('  refused:');
    for (const { kind, index, text, found } of alarms) {
      const kinds = found.map((finding) => finding.kind).join(', ');
      report.push(`    ${kind} #${index} as ${kinds}: ${JSON.stringify(text.slice(0, 100))}`);
    }
    expect(results.length).toBeGreaterThanOrEqual(600);
    expect(alarms.length / results.length).toBeLessThanOrEqual(0.005);
  });
});
