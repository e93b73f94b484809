import type { AuditEvent, AuditLog } from '../../../ports/audit-log.ts';
import { accountExists } from '../accounts/require-account.ts';
import type { AuditDocument, Collections } from '../schema/documents.ts';

/** Stores the audit log in MongoDB. */
export function createMongodbAuditLog(collections: Collections): AuditLog {
  const { audit } = collections;
  return {
    async append(event) {
      if (await accountExists(collections, event.accountId)) await audit.insertOne(toDocument(event));
    },

    async list(accountId, { limit, after }) {
      const older = after && [
        { time: { $lt: after.time } },
        { time: after.time, _id: { $lt: keyOf(accountId, after) } },
      ];
      const filter = { accountId, ...(older ? { $or: older } : {}) };
      return (await audit.find(filter).sort({ time: -1, _id: -1 }).limit(limit).toArray()).map(toEvent);
    },

    async purge(before) {
      return (await audit.deleteMany({ time: { $lt: before } })).deletedCount;
    },
  };
}

export function keyOf(accountId: string, { id }: Pick<AuditEvent, 'id'>): string {
  return `${accountId}/${id}`;
}

export function toDocument({ id, detail, ...event }: AuditEvent): AuditDocument {
  return { _id: keyOf(event.accountId, { id }), ...event, detail: JSON.stringify(detail) };
}

export function toEvent({ _id, detail, ...event }: AuditDocument): AuditEvent {
  return { id: _id.slice(event.accountId.length + 1), ...event, detail: JSON.parse(detail) };
}
