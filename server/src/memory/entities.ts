import type { Entity } from '../ports/memory-store.ts';
import { toNames } from './names.ts';
import { toReference } from './references.ts';
import { type Token, toTokens } from './tokens.ts';

const mostEntities = 50;
/** In UTF-16 units. Longer ones are left out: half a URL is another URL. */
const longestEntity = 200;

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
export function toEntities(text: string): Entity[] {
  const tokens = toTokens(text);
  const references = new Map<Token, Entity>();
  for (const token of tokens) {
    const reference = toReference(token.core);
    if (reference) references.set(token, reference);
  }
  const names = toNames(text, tokens, (token) => references.has(token));
  const found = names.map(({ name, start }): { entity: Entity; start: number } => ({
    entity: { name, kind: 'name' },
    start,
  }));
  for (const [{ start }, entity] of references) found.push({ entity, start });
  found.sort((a, b) => a.start - b.start);

  const entities = new Map<string, Entity>();
  for (const { entity } of found) {
    if (entity.name.length <= longestEntity) entities.set(`${entity.kind} ${entity.name}`, entity);
    if (entities.size === mostEntities) break;
  }
  return [...entities.values()];
}
