import type { FacetCount } from '../../ports/memory-store.ts';
import type { NamedEntity } from './count-names.ts';
import { toOneLine } from './one-line.ts';
import type { Entry } from './select-statements.ts';
import { longestStatement } from './to-statements.ts';

export interface Summarized {
  preferences: readonly Entry[];
  facts: readonly Entry[];
  projects: readonly FacetCount[];
  entities: readonly NamedEntity[];
  recent: readonly Entry[];
}

interface Section {
  heading: string;
  items: string[];
  /** What stands between the heading and the first item, and between items. */
  before: string;
  between: string;
  /** The share of the room that nobody else takes from it. */
  share: number;
}

/** Addresses and versions say little without their sentence. */
const unnamed = new Set(['url', 'version']);
const longestName = 60;
/** In a short summary entries are shortened, so that there is room for more than one. */
const entryShare = 1 / 4;
const shortestEntry = 120;

/**
 * Plain text for a prompt, at most `maxCharacters` UTF-16 units (200 or more): preferences, facts, projects, names, and
 * the newest memories that none of these tell of. What does not fit is left out, entry by entry.
 */
export function summarize(profile: Summarized, maxCharacters: number): string {
  const longestEntry = Math.min(longestStatement, Math.max(shortestEntry, Math.floor(maxCharacters * entryShare)));
  const told = new Set([...profile.preferences, ...profile.facts].flatMap(({ memoryIds }) => memoryIds));
  const lines = (entries: readonly Entry[]) => entries.map(({ text }) => toOneLine(text, longestEntry));
  const recent = profile.recent.filter(({ memoryIds }) => !memoryIds.some((id) => told.has(id)));
  const list = { before: ':\n- ', between: '\n- ' };
  const inline = { before: ': ', between: ', ' };
  const sections: Section[] = [
    { heading: 'Preferences', items: lines(profile.preferences), ...list, share: 0.4 },
    { heading: 'Facts', items: lines(profile.facts), ...list, share: 0.25 },
    { heading: 'Projects', items: profile.projects.map(toCount), ...inline, share: 0.1 },
    {
      heading: 'Names',
      items: profile.entities.filter(({ kind }) => !unnamed.has(kind)).map(toCount),
      ...inline,
      share: 0.1,
    },
    { heading: 'Recent', items: recent.map((entry) => toDated(entry, longestEntry)), ...list, share: 0.15 },
  ];
  const shown = sections.map((): string[] => []);
  let room = maxCharacters;
  const take = (index: number, limit: number) => {
    const { heading, items, before, between } = sections[index] as Section;
    const taken = shown[index] as string[];
    let used = 0;
    for (const item of items.slice(taken.length)) {
      const isFirst = taken.length === 0;
      const gap = shown.some((others) => others.length > 0) ? sectionGap.length : 0;
      const cost = item.length + (isFirst ? gap + heading.length + before.length : between.length);
      if (cost > room || used + cost > limit) return;
      taken.push(item);
      used += cost;
      room -= cost;
    }
  };
  // Each section gets its share first; what is left goes to the sections in their order.
  for (const [index, { share }] of sections.entries()) take(index, Math.floor(maxCharacters * share));
  for (const index of sections.keys()) take(index, maxCharacters);
  return sections
    .flatMap(({ heading, before, between }, index) => {
      const items = shown[index] as string[];
      return items.length > 0 ? [`${heading}${before}${items.join(between)}`] : [];
    })
    .join(sectionGap);
}

const sectionGap = '\n\n';

function toCount({ name, count }: FacetCount): string {
  return `${toOneLine(name, longestName)} (${count})`;
}

function toDated({ text, toldAt }: Entry, longest: number): string {
  return toOneLine(`${new Date(toldAt).toISOString().slice(0, 10)}: ${text}`, longest);
}
