import type { ExportedRecord } from '../domain/memories/memory-store.ts';
import { isWithin, type Restriction } from '../domain/memories/scope.ts';
import type { components } from '../generated/contract.d.ts';
import { waitForRound } from '../lib/yielding.ts';
import type { OpenPages } from '../ports/record-store.ts';
import { presentMemory, presentVersion, toDateTime, toOptionalDateTime } from './present-memory.ts';

type Schemas = components['schemas'];

/** The version of the format of exports that this server writes, and the newest one that it reads. */
export const exportFormatVersion = 1;

/** The number of memories that are rendered in one tick of the event loop. */
const memoriesInTick = 25;

export interface ExportHead extends Pick<Schemas['ExportHeader'], 'scope' | 'versions'> {
  accountId: string;
  exportedAt: number;
  /** The restriction of the caller. Versions in other projects are left out. */
  restriction: Restriction;
}

/**
 * Renders the lines of an export, in parts. The export is closed at the end, even if the reader stops earlier.
 * @param first the first page, which was read before
 */
export async function* exportLines(
  opened: OpenPages<ExportedRecord>,
  first: readonly ExportedRecord[],
  { accountId, exportedAt, scope, versions, restriction }: ExportHead,
): AsyncGenerator<string, void> {
  let count = 0;
  try {
    const header: Schemas['ExportHeader'] = {
      ...{ format: 'mnema', version: exportFormatVersion, exported_at: toDateTime(exportedAt) },
      ...{ owner_user_id: accountId, versions, scope },
    };
    yield toLine(header);
    for (let page = first; page.length > 0; page = await opened.next()) {
      for (let at = 0; at < page.length; at += memoriesInTick) {
        await waitForRound(accountId);
        const records = page.slice(at, at + memoriesInTick);
        yield records.map((record) => toLine(presentExported(record, { versions, restriction }))).join('');
      }
      count += page.length;
    }
    yield toLine({ end: true, count } satisfies Schemas['ExportEnd']);
  } finally {
    await opened.close();
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Renders a memory for an export, with its former versions newest first. */
function presentExported(
  { memory, outcome, versions }: ExportedRecord,
  { versions: withVersions, restriction }: Pick<ExportHead, 'versions' | 'restriction'>,
): Schemas['ExportedMemory'] {
  const presented = presentMemory({ ...memory, outcome });
  const { attempts: _attempts, next_attempt_at: _nextAttemptAt, redacted: _redacted, ...fields } = presented;
  const present = presentVersion({ ...memory, changedAt: memory.updatedAt });
  return {
    ...fields,
    owner_user_id: memory.accountId,
    infer: memory.infer,
    archived: memory.isArchived,
    changed_by: present.changed_by,
    text_changed_at: toOptionalDateTime(memory.textChangedAt),
    ...(withVersions
      ? {
          versions: versions
            .filter(({ metadata }) => isWithin({ ...memory, metadata }, restriction))
            .toReversed()
            .map(presentVersion),
        }
      : {}),
  };
}
