import { pausesEvery, runYielding } from '../../lib/yielding.ts';
import type { Entity } from '../../ports/memory-store.ts';
import { type FoundName, toNames } from './names.ts';
import { toReference } from './references.ts';
import { type Token, toTokens } from './tokens.ts';

const maxEntities = 50;
/** In UTF-16 units. Longer ones are left out: half a URL is another URL. */
const maxEntityLength = 200;
/** In UTF-16 units: how much text is looked at in one go. Longer texts let the event loop go round in between. */
const sliceLength = 2_000;

interface Found {
  entity: Entity;
  /** Offset in UTF-16 units. */
  start: number;
}

/**
 * What a text names, by form alone: `url`, `handle` (@anna), `file` (paths, file names with a usual extension),
 * `version` (1.2.3, v2) and `name` (capitalised words inside sentences, speaker labels). Each once, as written, in
 * order of first occurrence, at most 50.
 *
 * It knows no language and no world: it can't tell a person from a place or a product, takes German nouns, shouted
 * words and headings for names and "Node.js" for a file, and does not see names in lower case, names that only begin
 * sentences, names equal to a month, weekday or stop word, or names in scripts without capitals (Chinese, Arabic,
 * Thai, …) other than as speaker labels. "Anna" and "Anna Schmidt" are two. Decimals like 3.11 are no versions, and
 * e-mail addresses are left out on purpose.
 */
export async function toEntities(text: string): Promise<Entity[]> {
  return runYielding(entitiesOf(text));
}

/** The same as steps, for callers that pause in another way. */
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
    ...firstOnes(speakers, toFoundName),
    ...firstOnes(others, toFoundName),
    ...firstOnes(references, ([{ start }, entity]) => ({ entity, start })),
  ].sort((a, b) => a.start - b.start);
  return firstOnes(found, (each) => each).map(({ entity }) => entity);
}

function toFoundName({ name, start }: FoundName): Found {
  return { entity: { name, kind: 'name' }, start };
}

/** Each once, as many as there may be. */
function firstOnes<Item>(items: Iterable<Item>, toFound: (item: Item) => Found): Found[] {
  const first = new Map<string, Found>();
  for (const item of items) {
    const found = toFound(item);
    const { kind, name } = found.entity;
    const key = `${kind} ${name}`;
    if (name.length <= maxEntityLength && !first.has(key)) first.set(key, found);
    if (first.size === maxEntities) break;
  }
  return [...first.values()];
}
