import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ibanRemainder, luhnRemainder } from './check-digits.ts';
import { harmlessCorpus } from './harmless-corpus.ts';
import { providerKeys } from './provider-keys.ts';
import { secretCorpus } from './secret-corpus.ts';

const seeds = [1, 20_261_121, 4_000_000_007];

describe.each(seeds)('the secrets made from seed %i', (seed) => {
  const corpus = secretCorpus(seed);
  const ofKind = (pattern: RegExp) => corpus.filter(({ kind }) => pattern.test(kind)).map(({ secret }) => secret);

  it('are the same for the same seed, and others for another seed', () => {
    expect(secretCorpus(seed)).toEqual(corpus);
    const others = new Set(secretCorpus(seed + 1).map(({ secret }) => secret));
    expect(corpus.filter(({ secret }) => others.has(secret)).length).toBeLessThan(corpus.length / 20);
  });

  it('occur in their texts exactly once', () => {
    const wrong = corpus.filter(({ text, secret }) => text.split(secret).length !== 2);
    expect(wrong.map(({ kind }) => kind)).toEqual([]);
  });

  it('have many kinds and providers', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(320);
    expect(new Set(corpus.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(50);
    expect(new Set(providerKeys.map(({ kind }) => kind)).size).toBe(providerKeys.length);
    expect(providerKeys.length).toBeGreaterThanOrEqual(30);
    expect(ofKind(/^password-(?!in-code|sentence|one-word)/).length).toBeGreaterThanOrEqual(40);
  });

  it('hold cards with right check digits', () => {
    const cards = ofKind(/^card-/).map((card) => card.replaceAll(/[ -]/g, ''));
    expect(cards.length).toBeGreaterThanOrEqual(12);
    expect(cards.filter((card) => !/^\d{15,16}$/.test(card) || luhnRemainder(card) !== 0)).toEqual([]);
  });

  it('hold right IBANs of at least eight countries, with and without spaces', () => {
    const ibans = ofKind(/^iban-/);
    expect(ibans.filter((iban) => ibanRemainder(iban.replaceAll(' ', '')) !== 1)).toEqual([]);
    expect(new Set(ibans.map((iban) => iban.slice(0, 2))).size).toBeGreaterThanOrEqual(8);
    expect(ibans.some((iban) => iban.includes(' ')) && ibans.some((iban) => !iban.includes(' '))).toBe(true);
  });

  it('hold JSON web tokens that decode', () => {
    const tokens = ofKind(/^jwt$/);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) {
      const [header, payload, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
      expect(JSON.parse(String(header))).toMatchObject({ typ: 'JWT', alg: expect.any(String) });
      expect(Object.keys(JSON.parse(String(payload))).length).toBeGreaterThan(3);
      expect(signature?.length).toBeGreaterThanOrEqual(32);
    }
  });

  it('hold social security numbers that may exist', () => {
    const numbers = ofKind(/^us-social/).map((number) => number.replaceAll(/\D/g, ''));
    expect(numbers.filter((number) => !/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(number))).toEqual([]);
  });
});

describe.each(seeds)('the harmless lines of seed %i', (seed) => {
  const corpus = harmlessCorpus(seed);

  it('have many kinds, and none occurs twice', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(700);
    expect(new Set(corpus.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(corpus.map(({ text }) => text)).size).toBe(corpus.length);
  });

  it('hold no right card and no right IBAN', () => {
    const grouped = corpus.map(({ text }) => text.replaceAll(/(?<=\d)[ -](?=\d)/g, ''));
    const cards = grouped.flatMap((text) => text.match(/(?<![\d.])(?:4\d{15}|5[1-5]\d{14}|3[47]\d{13})(?!\d)/g) ?? []);
    expect(cards.filter((card) => luhnRemainder(card) === 0)).toEqual([]);
    const ibans = corpus.flatMap(({ text }) => text.match(/(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?!\w)/g) ?? []);
    expect(ibans.filter((iban) => ibanRemainder(iban.replaceAll(' ', '')) === 1)).toEqual([]);
  });
});

const knownForms = [
  /\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or|svcacct)[-_][\w-]{8}/,
  /\bgh[pousr]_\w{20}|\bgithub_pat_\w{20}|\bglpat-[\w-]{16}/,
  /\b(?:AKIA|ASIA)[A-Z2-7]{16}|\bAIza[\w-]{30}|\bya29\.[\w-]{20}|GOCSPX-[\w-]{20}/,
  /\bxox[abeprs]-\d|\bxapp-\d|hooks\.slack\.com\/services|discord\.com\/api\/webhooks/,
  /\b(?:npm|hf|gsk|r8|re|whsec|dop_v1|shpat|sbp|mnk|mnt|glsa|nfp|ntn|phx|napi)_[A-Za-z\d]{16}/,
  /\b(?:pplx|xai|nvapi|pypi|tvly|hvs|dapi|lsv2|PMAK|NRAK)[-_.]?[A-Za-z\d]{16}/,
  /\beyJ[\w-]{10,}\.|-----BEGIN [A-Z ]*(?:PRIVATE|CERTIFICATE)/,
  /T3BlbkFJ|AGE-SECRET-KEY-1/,
];

/** Bits per character. */
function entropy(text: string): number {
  const counts = Map.groupBy(text, (character) => character).values();
  return counts.reduce((sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length), 0);
}

describe('the files of this folder', () => {
  const folder = new URL('.', import.meta.url);
  // The list of safe expressions has digests, which look random.
  const names = readdirSync(folder).filter((name) => name !== 'safe-expressions.json');
  const lines = names.flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .map((text, index) => ({ location: `${name}:${index + 1}`, text })),
  );
  const isThisTest = ({ location }: { location: string }) => location.startsWith('corpus.test.ts');

  it('hold nothing in the form of a known key', () => {
    const found = lines.filter((line) => !isThisTest(line) && knownForms.some((form) => form.test(line.text)));
    expect(found.map(({ location }) => location)).toEqual([]);
  });

  it('hold no long random-looking word', () => {
    const randomLooking = (word: string) => /(?:\d.*){3}/.test(word) && /[A-Za-z]/.test(word) && entropy(word) > 3.5;
    const found = lines.filter(({ text }) => (text.match(/[\w+/-]{20,}/g) ?? []).some(randomLooking));
    expect(found.map(({ location }) => location)).toEqual([]);
  });

  it('hold no card number', () => {
    const cards = lines.flatMap(({ text }) => text.match(/(?<!\d)[3-6]\d{12,18}(?!\d)/g) ?? []);
    expect(cards.filter((card) => luhnRemainder(card) === 0)).toEqual([]);
  });
});
