import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll } from 'vitest';

/** This effort finds the same in expressions like ours as the full effort, in half the time. */
const effort = {
  timeout: 120_000,
  maxIteration: 4,
  maxInitialGenerationSize: 200,
  maxGenerationSize: 50,
  incubationLimit: 10_000,
  attackLimit: 20_000_000,
};
const { version } = createRequire(import.meta.url)('recheck/package.json');

/** A digest of all that the result of the checker depends on. */
const digestOf = (source: string, flags: string) =>
  createHash('sha256')
    .update(JSON.stringify([version, effort, source, flags]))
    .digest('base64url')
    .slice(0, 22);

type Check = (source: string, flags: string) => Promise<{ status: string; attack?: string }>;

/**
 * Checks that expressions take time in proportion to their input. One that is in the list was found safe before, and is
 * not checked again: the result depends on nothing but its digest. `MNEMA_TEST_SAFE_EXPRESSIONS=write` writes the list,
 * and `=check` does so after a check of every expression.
 * @param list the file of the list
 */
export function useSafeExpressions(list: URL): Check {
  const mode = process.env['MNEMA_TEST_SAFE_EXPRESSIONS'];
  const known = new Set<string>(mode === 'check' ? [] : JSON.parse(readFileSync(list, 'utf8')));
  const safe = new Set<string>();
  if (mode !== undefined) afterAll(() => writeFileSync(list, `${JSON.stringify([...safe].sort(), null, 2)}\n`));
  return async (source, flags) => {
    // The flag d changes what is reported, not how it is found.
    const plainFlags = flags.replace('d', '');
    const digest = digestOf(source, plainFlags);
    if (known.has(digest)) {
      safe.add(digest);
      return { status: 'safe' };
    }
    const { checkSync } = await import('recheck');
    const result = checkSync(source, plainFlags, effort);
    if (result.status === 'safe') safe.add(digest);
    return { status: result.status, ...('attack' in result ? { attack: result.attack.pattern } : {}) };
  };
}
