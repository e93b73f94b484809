import type { AnyBulkWriteOperation, ClientSession } from 'mongodb';
import type { MemoryVersion, VersionPage, VersionQuery } from '../../../ports/memory-store.ts';
import type { RowPatch } from '../../store-kit/memory-transitions.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { type Collections, type MemoryDocument, memoryKey, type VersionDocument } from '../schema/documents.ts';
import { isLive } from './expiry.ts';

/** The fields of a memory that are copied to a former version. */
export const contentFields = { text: 1, messages: 1, metadata: 1, updatedAt: 1, changedBy: 1 } as const;

export type ContentDocument = Pick<MemoryDocument, '_id' | 'version' | keyof typeof contentFields>;

/** Builds the writes that store the content of a memory as a former version, and delete versions beyond the limit. */
export function toVersionWrites(
  { _id: memory, version, text, messages, metadata, updatedAt, changedBy = null }: ContentDocument,
  { at, oldestKept }: NonNullable<RowPatch['replaced']>,
): AnyBulkWriteOperation<VersionDocument>[] {
  const content = { text, messages, metadata, changedAt: updatedAt, changedBy };
  const document = { _id: versionKey(memory, version), memory, version, ...content, replacedAt: at };
  const insert = { insertOne: { document } };
  if (oldestKept <= 1) return [insert];
  return [insert, { deleteMany: { filter: { memory, version: { $lt: oldestKept } } } }];
}

export async function listVersions(
  { memories, versions }: Pick<Collections, 'memories' | 'versions'>,
  { accountId, id, limit, beforeVersion, at }: VersionQuery,
  now: number,
): Promise<VersionPage> {
  const page: VersionPage = { versions: [], more: false };
  const size = limitListPage(limit);
  const memory = memoryKey(accountId, id);
  const found = await memories.findOne({ _id: memory }, { projection: { expiresAt: 1 } });
  if (!found || !isLive(found, now)) return page;
  const filter = {
    memory,
    ...(beforeVersion === undefined ? {} : { version: { $lt: beforeVersion } }),
    ...(at === undefined ? {} : { changedAt: { $lte: at }, replacedAt: { $gt: at } }),
  };
  const cursor = versions
    .find(filter)
    .sort({ version: -1 })
    .limit(limit + 1);
  for await (const document of cursor) {
    if (size.isFull()) return { ...page, more: true };
    size.add(document.text.length + document.metadata.length + (document.messages?.length ?? 0));
    page.versions.push(toVersion(document));
  }
  return page;
}

export function toVersion({ version, text, messages, metadata, ...rest }: VersionDocument): MemoryVersion {
  const { changedAt, changedBy, replacedAt } = rest;
  return {
    ...{ version, text, changedAt, changedBy, replacedAt },
    messages: messages === null ? null : JSON.parse(messages),
    metadata: JSON.parse(metadata),
  };
}

export function toVersionDocuments(memory: string, versions: readonly MemoryVersion[]): VersionDocument[] {
  return versions.map(({ messages, metadata, ...rest }) => ({
    ...rest,
    _id: versionKey(memory, rest.version),
    memory,
    messages: messages && JSON.stringify(messages),
    metadata: JSON.stringify(metadata),
  }));
}

/** Deletes the versions of memories by the keys of the memories. */
export function deleteVersions(
  { versions }: Pick<Collections, 'versions'>,
  keys: readonly string[],
  options: { session?: ClientSession } = {},
) {
  return versions.deleteMany({ memory: { $in: [...keys] } }, options);
}

function versionKey(memory: string, version: number): string {
  return `${memory}/${version}`;
}
