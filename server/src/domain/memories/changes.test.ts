import { describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeTextIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import type { Actor, Memory } from '../../ports/memory.ts';
import { toArchive, toCompletion, toContentChange, toExtract, toFail, toRequeue, toStoreRaw } from './changes.ts';
import type { Claim } from './claim.ts';

const accountId = 'acct_ana';
const at = 1_000;
const by: Actor = { kind: 'session', keyPrefix: null };
const extraction = { duplicateOf: null, extractedIds: ['mem_1'], originalText: 'raw' };
const text = { text: 'new', ...makeTextIndex(['new']) };
const metadata = { metadata: { a: 1 }, ...emptyMetadataIndex, filterKeys: ['l'], projects: ['p'] };

function stored(changes: Partial<Memory> = {}): Memory {
  return makePendingMemory('old text', 5, { id: 'mem_1', accountId, version: 3, revision: 7, ...changes });
}

const claim: Claim = {
  ...{ purpose: 'ingest', id: 'mem_1', accountId, revision: 7, text: 'raw', messages: null, userId: accountId },
  ...{ infer: true, outcome: null, rejections: 1, traceParent: null, attempts: 1, crashCount: 2, pendingSince: 5 },
};
const key = { purpose: 'ingest', id: 'mem_1', accountId, revision: 7 };

/** The fields of a memory whose ingest begins again without extraction. */
const restarted = {
  ...{ status: 'pending', failure: null, failedOf: null, attempts: 0, rejections: 0, crashCount: null },
  ...{ leasedBy: null, extractingOf: null, nextAttemptAt: at, pendingSince: at },
  ...{ ingestOf: accountId, extractionOf: null },
};
/** The fields of ingest of a memory that does not wait for it. */
const ended = {
  ...{ ingestOf: null, extractionOf: null, pendingSince: null, nextAttemptAt: null, crashCount: null },
  ...{ leasedBy: null, extractingOf: null, traceParent: null },
};

describe('a change', () => {
  it('of metadata does not touch the ingest, nor the archiving of a source', () => {
    const set = { version: 4, changedBy: by, updatedAt: at, ...metadata };
    const event = { type: 'memory.updated', detail: {} };
    const change = toContentChange(stored(), { at, by, metadata });
    expect(change).toEqual({ kind: 'change', id: 'mem_1', set, event });
    const ofArchived = toContentChange(stored({ isArchived: true }), { at, by, metadata });
    expect(ofArchived.set).toEqual({ ...set, filterKeys: [], projects: [] });
  });

  it('of the text ingests it again, shows an archived source and drops the results of an earlier extraction', () => {
    const before = stored({ outcome: 'extracted', infer: true, isArchived: true });
    const change = toContentChange(before, { at, by, metadata, text });
    expect(change).toMatchObject({ vectors: null, set: restarted });
    expect(change.set).toMatchObject({
      ...{ version: 4, revision: 8, updatedAt: at, textChangedAt: at, changedBy: by, ...text, messages: null },
      ...{ entities: [], outcome: null, infer: false, extraction: null, sourceMemoryId: null },
      ...{ visibleTo: accountId, archivedOf: null, filterKeys: ['l'], projects: ['p'] },
    });
    const messages = [{ role: 'user' as const, content: 'new' }];
    expect(toContentChange(stored(), { at, by, text: { ...text, messages } }).set).toMatchObject({ messages });
  });

  it('of a fact by another fact keeps its origin, its metadata and whether facts are to be extracted', () => {
    const { set } = toContentChange(stored({ infer: true }), { at, by, text, keepsOrigin: true });
    expect(set).toMatchObject({ version: 4, revision: 8, words: 'new', ingestOf: null, extractionOf: accountId });
    for (const field of ['outcome', 'sourceMemoryId', 'extraction', 'metadata', 'filterKeys', 'infer', 'visibleTo']) {
      expect(set).not.toHaveProperty(field);
    }
  });

  it('ingests a failed memory again, with extraction if it failed there', () => {
    expect(toRequeue(stored(), at).set).toEqual({ ...restarted, revision: 8 });
    const again = { ...restarted, revision: 8, ingestOf: null, extractionOf: accountId };
    expect(toRequeue(stored({ infer: true }), at).set).toEqual(again);
  });
});

describe('the end of a claim', () => {
  const vectors = { embedderId: 'e@1', vectors: [{ scale: 1, values: new Int8Array(2) }] };

  it('makes a memory ready with its entities and vectors, and keeps the outcome of extraction', () => {
    const set = { ...ended, status: 'ready', failure: null, outcome: 'stored', entities: [] };
    const event = { type: 'memory.ready', detail: { outcome: 'stored' } };
    expect(toCompletion(claim, vectors)).toEqual({ kind: 'complete', id: 'mem_1', claim: key, set, vectors, event });
    expect(toCompletion({ ...claim, outcome: 'extracted' }, vectors).set.outcome).toBe('extracted');
  });

  it('replaces only the vectors after a claim for re-embedding, and ends its lease', () => {
    const reembed = { ...key, purpose: 'reembed' };
    const set = { leasedBy: null, extractingOf: null };
    const change = { kind: 'complete', id: 'mem_1', claim: reembed, set, vectors };
    expect(toCompletion({ ...claim, purpose: 'reembed' }, vectors)).toEqual(change);
  });

  it('keeps a memory pending after a postponed failure and not after a final one, and counts rejections, not crashes', () => {
    const failure = { code: 'c', message: 'm' };
    const postponed = { leasedBy: null, extractingOf: null, crashCount: null, nextAttemptAt: 5, failure };
    const fail = (rejected: boolean, retryAt: number | null) => toFail(claim, { failure, rejected, retryAt });
    expect(fail(false, 5)).toEqual({ kind: 'fail', id: 'mem_1', claim: key, set: { ...postponed, rejections: 1 } });
    const set = { ...ended, status: 'failed', failedOf: accountId, failure, rejections: 2 };
    expect(fail(true, null)).toMatchObject({ set, event: { type: 'memory.failed', detail: { failure_code: 'c' } } });
  });

  it('ingests a raw text or a fact without a new version, and archives a source that no search finds any more', () => {
    const raw = { ...restarted, infer: false, revision: 8, ...metadata };
    expect(toStoreRaw(claim, at, metadata)).toEqual({ kind: 'store_raw', id: 'mem_1', claim: key, set: raw });
    const own = { infer: false, revision: 8, extraction };
    const fact = { ...restarted, ...text, ...own, entities: [], messages: null, outcome: 'extracted' };
    const extract = { kind: 'extract', id: 'mem_1', claim: key, set: fact, vectors: null };
    expect(toExtract(claim, at, text, extraction)).toEqual(extract);
    const archived = { visibleTo: null, archivedOf: accountId, filterKeys: [], projects: [] };
    const archive = toArchive(claim, { outcome: 'duplicate', extraction });
    const set = { ...ended, ...archived, ...own, status: 'ready', failure: null, outcome: 'duplicate' };
    expect(archive).toMatchObject({ kind: 'archive', claim: key, set, vectors: null });
  });
});
