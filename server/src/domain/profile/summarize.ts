import { quoteName } from '../../lib/visible-text.ts';
import type { FacetCount } from '../memories/memory-queries.ts';
import type { ProfileContent } from './collect-profile.ts';
import type { Entry } from './select-statements.ts';
import { maxStatementLength, toOneLine } from './to-statements.ts';

export type Summarized = Omit<ProfileContent, 'memoryCount'>;

/** Addresses and versions mean little without their sentence. */
const omittedKinds = new Set(['url', 'version']);
const maxNameLength = 60;
/** In a short summary, entries are shortened so that it has more than one. */
const entryShare = 1 / 4;
const minEntryLength = 120;

/**
 * Writes a profile as plain text for a prompt. Each entry is one line, so that no entry can imitate another. Entries
 * that do not fit are left out. @param maxCharacters in UTF-16 units, 200 or more
 */
export function summarize(profile: Summarized, maxCharacters: number): string {
  const maxEntryLength = Math.min(maxStatementLength, Math.max(minEntryLength, Math.floor(maxCharacters * entryShare)));
  const statedIds = new Set([...profile.preferences, ...profile.facts].flatMap(({ memoryIds }) => memoryIds));
  const lines = (entries: readonly Entry[]) => entries.map(({ text }) => toOneLine(text, maxEntryLength));
  const recent = profile.recent
    .filter(({ memoryIds }) => !memoryIds.some((id) => statedIds.has(id)))
    .map((entry) => ({ ...entry, text: `${new Date(entry.statedAt).toISOString().slice(0, 10)}: ${entry.text}` }));
  const names = profile.entities.filter(({ kind }) => !omittedKinds.has(kind));
  const list = { before: ':\n- ', between: '\n- ' };
  const inline = { before: ': ', between: ', ' };
  // The share of each section is reserved for it.
  const sections = [
    { heading: 'Preferences', items: lines(profile.preferences), ...list, share: 0.4 },
    { heading: 'Facts', items: lines(profile.facts), ...list, share: 0.25 },
    { heading: 'Projects', items: profile.projects.map(toCount), ...inline, share: 0.1 },
    { heading: 'Names', items: names.map(toCount), ...inline, share: 0.1 },
    { heading: 'Recent', items: lines(recent), ...list, share: 0.15 },
  ].map((section) => ({ ...section, taken: [] as string[] }));
  let remaining = maxCharacters;
  const take = ({ heading, items, before, between, taken }: (typeof sections)[number], limit: number) => {
    let used = 0;
    for (const item of items.slice(taken.length)) {
      const gap = sections.some((others) => others.taken.length > 0) ? sectionGap.length : 0;
      const cost = item.length + (taken.length === 0 ? gap + heading.length + before.length : between.length);
      if (cost > remaining || used + cost > limit) return;
      taken.push(item);
      used += cost;
      remaining -= cost;
    }
  };
  // Each section gets its share first. The rest is distributed in the order of the sections.
  for (const section of sections) take(section, Math.floor(maxCharacters * section.share));
  for (const section of sections) take(section, maxCharacters);
  return sections
    .filter(({ taken }) => taken.length > 0)
    .map(({ heading, before, between, taken }) => `${heading}${before}${taken.join(between)}`)
    .join(sectionGap);
}

const sectionGap = '\n\n';

/** Renders a name with its count. Quotes prevent a name from looking like several. */
function toCount({ name, count }: FacetCount): string {
  return `${quoteName(toOneLine(name, maxNameLength))} (${count})`;
}
