import { pausesEvery, runYielding } from '../../lib/yielding.ts';
import type { Entity } from '../../ports/memory-store.ts';
import { type FoundEntity, toNames } from './names.ts';
import { toReference } from './references.ts';
import { type Token, toTokens } from './tokens.ts';

const maxEntities = 50;
/** In UTF-16 units. Longer entities are left out, because half a URL is another URL. */
const maxEntityLength = 200;
/** The length of text that is read without a pause for the event loop, in UTF-16 units. */
const sliceLength = 2_000;

/**
 * Finds what a text names, by form alone: `url`, `handle` (@anna), `file` (paths, file names with a usual extension),
 * `version` (1.2.3, v2) and `name` (capitalised words inside sentences, speaker labels). The result has each entity
 * once, as the text spells it, in order of first occurrence, at most 50.
 *
 * Form alone has limits. A person, a place and a product look alike; German nouns, shouted words and headings pass for
 * names, "Node.js" for a file. Names in lower case stay unseen, as do names that only begin sentences or equal a month,
 * weekday or stop word. In scripts without capitals (Chinese, Arabic, Thai, …) only speaker labels are names. "Anna"
 * and "Anna Schmidt" are two names. Decimals like 3.11 are no versions. E-mail addresses are left out on purpose.
 */
export async function toEntities(text: string): Promise<Entity[]> {
  return runYielding(entitiesOf(text));
}

/** Does the same in steps, for callers with pauses of their own. */
export function* entitiesOf(text: string): Generator<void, Entity[]> {
  if (text.length > sliceLength) yield;
  const tokens: Token[] = [];
  const references = new Map<Token, Entity>();
  const isPauseDue = pausesEvery(sliceLength);
  for (const token of toTokens(text)) {
    if (isPauseDue(token.start)) yield;
    tokens.push(token);
    const reference = toReference(token.core);
    if (reference) references.set(token, reference);
  }
  const { speakers, others } = yield* toNames(text, tokens, (token) => references.has(token), sliceLength);
  const found = [
    ...firstOnes(speakers),
    ...firstOnes(others),
    ...firstOnes(references.entries().map(([{ start }, entity]) => ({ ...entity, start }))),
  ].sort((a, b) => a.start - b.start);
  return firstOnes(found).map(({ name, kind }) => ({ name, kind }));
}

/** Keeps the first occurrence of each entity, up to the maximum. */
function firstOnes(all: Iterable<FoundEntity>): FoundEntity[] {
  const first = new Map<string, FoundEntity>();
  for (const found of all) {
    const { kind, name } = found;
    const key = `${kind} ${name}`;
    if (name.length <= maxEntityLength && !first.has(key)) first.set(key, found);
    if (first.size === maxEntities) break;
  }
  return [...first.values()];
}
