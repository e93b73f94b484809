import { describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import type { Actor } from '../../ports/memory.ts';
import type { Change, VersionGuard } from './changes.ts';
import type { ClaimKey } from './claim.ts';
import { toInsert } from './create-memory.ts';
import type { StoredMemory } from './kinds.ts';
import { idsToRead, planCommit } from './plan-commit.ts';
import { prepareMemory } from './stored-memory.ts';

const accountId = 'acct_ana';
const at = 1_000;
const extraction = { duplicateOf: null, extractedIds: ['mem_1'], originalText: 'raw' };
const index = makeIndex(['old', 'text'], { identifiers: '§old1', tagWords: 'harbor' });

function stored(changes: Partial<StoredMemory> = {}): StoredMemory {
  const memory = makePendingMemory('old text', 5, { id: 'mem_1', accountId, userId: 'ana', version: 3, revision: 7 });
  const prepared = prepareMemory(memory, index, null);
  return { ...prepared, seq: 1, terms: [], conversation: null, indexedAt: 5, ...changes };
}

const ofReady = { status: 'ready', ingestOf: null, pendingSince: null, nextAttemptAt: null } as const;
const archived = stored({ ...ofReady, visibleTo: null, archivedOf: accountId, outcome: 'duplicate' });
const claim: ClaimKey = { purpose: 'ingest', id: 'mem_1', accountId, revision: 7 };

function plan(changes: readonly Change[], all: StoredMemory[] = [stored()], guards: VersionGuard[] = []) {
  const commit = { accountId, guards, changes, traceParent: '00-trace' };
  return planCommit(commit, (id) => all.find((one) => one.id === id));
}

/** Plans a commit with one change, and returns its patch. */
function patchOf(change: Change, memory: StoredMemory) {
  const planned = plan([change], [memory]);
  if ('kind' in planned) throw new Error(`the commit was rejected: ${planned.kind}`);
  expect(planned.patches).toHaveLength(1);
  return planned.patches[0];
}

const newText = { text: 'new', index: makeTextIndex(['new']), keepsOrigin: false };
const newMetadata = { metadata: { a: 1 }, index: { ...emptyMetadataIndex, filterKeys: ['l'], projects: ['p'] } };
const by: Actor = { kind: 'session', keyPrefix: null };
const change = { kind: 'change', id: 'mem_1', at, by } as const;

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

describe('guards', () => {
  const guard = { id: 'mem_1', version: 3 };
  const remove: Change = { kind: 'remove', id: 'mem_2' };

  it('reject a commit whose memory is deleted, at another version, or archived', () => {
    expect(plan([remove], [], [guard])).toEqual({ kind: 'missing' });
    expect(plan([remove], [stored({ version: 4 })], [guard])).toEqual({ kind: 'stale' });
    expect(plan([remove], [archived], [guard])).toEqual({ kind: 'stale' });
    expect(plan([remove], [archived], [{ ...guard, allowsArchived: true }])).toMatchObject({ removals: [remove] });
  });

  it('are checked after the claims, which lapse with a change of the text, the status or the extraction', () => {
    const complete: Change = { kind: 'complete', claim, embedderId: 'e@1', vectors: [], entities: [] };
    const raw: Change = { kind: 'store_raw', claim, at, ...newMetadata };
    expect(plan([complete], [], [guard])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [stored({ revision: 8 })])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [stored({ status: 'ready' })])).toEqual({ kind: 'lapsed' });
    expect(plan([raw], [stored({ infer: false })])).toEqual({ kind: 'lapsed' });
    expect(plan([raw], [stored({ infer: true })])).toMatchObject({ patches: [{}] });
  });

  it('reject the result of an extraction after a change of the text or the status, not after one of the metadata', () => {
    const results: Change[] = [
      { kind: 'store_raw', claim, at, ...newMetadata },
      { kind: 'archive', claim, outcome: 'duplicate', extraction },
      { kind: 'extract', claim, at, text: 'fact', index: makeTextIndex(['fact']), extraction },
    ];
    const lapsed = [{ revision: 8 }, { status: 'ready' }, { infer: false }] as const;
    for (const result of results) {
      expect(plan([result], [])).toEqual({ kind: 'lapsed' });
      for (const changes of lapsed) {
        expect(plan([result], [stored({ infer: true, ...changes })])).toEqual({ kind: 'lapsed' });
      }
      const withNewMetadata = stored({ infer: true, version: 4 });
      expect(plan([result], [withNewMetadata])).toMatchObject({ patches: [{}] });
      expect(plan([result], [withNewMetadata], [guard])).toEqual({ kind: 'stale' });
      expect(plan([result], [withNewMetadata], [{ id: 'mem_gone', version: 1 }])).toEqual({ kind: 'missing' });
    }
  });

  it('allow only the vectors of another embedder to replace vectors, for the same text', () => {
    const complete: Change = {
      ...{ kind: 'complete', embedderId: 'new@1', vectors: [], entities: null },
      claim: { ...claim, purpose: 'reembed' },
    };
    const ready = { ...ofReady, embedderId: 'old@1' };
    expect(plan([complete], [stored(ready)])).toMatchObject({ patches: [{ set: {} }] });
    expect(plan([complete], [stored({ ...ready, revision: 8 })])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [stored({ ...ready, embedderId: 'new@1' })])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [stored()])).toEqual({ kind: 'lapsed' });
  });

  it('determine which memories are read', () => {
    const memory = makePendingMemory('boat', at);
    const changes: Change[] = [toInsert(memory, makeIndex([])), remove, { ...change, metadata: null, text: newText }];
    const guards = [guard, { id: 'mem_3', version: 1 }];
    expect(idsToRead({ guards, changes })).toEqual(['mem_1', 'mem_3']);
  });
});

describe('a change', () => {
  it('of metadata does not touch the ingest', () => {
    const replaced = { at, oldestKept: -45 };
    const set = { version: 4, changedBy: by, updatedAt: at, metadata: { a: 1 }, filterKeys: ['l'], projects: ['p'] };
    expect(patchOf({ ...change, metadata: newMetadata, text: null }, stored())).toEqual({
      memory: stored(),
      set: { ...set, tagWords: '' },
      replaced,
      event: expect.objectContaining({ type: 'memory.updated', memoryId: 'mem_1', version: 4 }),
    });
  });

  it('of the text ingests the memory again without extraction, and drops the results of an earlier extraction', () => {
    const before = stored({ outcome: 'extracted', infer: true });
    const patch = patchOf({ ...change, metadata: newMetadata, text: newText }, before);
    expect(patch?.vectors).toBeNull();
    expect(patch?.set).toMatchObject({
      ...restarted,
      ...{ version: 4, revision: 8, updatedAt: at, textChangedAt: at, traceParent: '00-trace' },
      ...{ text: 'new', words: 'new', messages: null, entities: [] },
      ...{ outcome: null, infer: false, extraction: null, sourceMemoryId: null, visibleTo: accountId },
    });
  });

  it('keeps what was as a version, with at most fifty in all', () => {
    const patch = patchOf({ ...change, metadata: null, text: newText }, stored({ version: 50 }));
    expect(patch?.replaced).toEqual({ at, oldestKept: 2 });
    const messages = [{ role: 'user' as const, content: 'new' }];
    const withMessages = patchOf({ ...change, metadata: null, text: { ...newText, messages } }, stored());
    expect(withMessages?.set).toMatchObject({ messages, changedBy: by });
  });

  it('of a fact by another fact keeps its origin, its metadata and whether facts are to be extracted', () => {
    const patch = patchOf({ ...change, metadata: null, text: { ...newText, keepsOrigin: true } }, stored());
    expect(patch?.set).toMatchObject({ version: 4, revision: 8, words: 'new' });
    for (const field of ['outcome', 'sourceMemoryId', 'extraction', 'metadata', 'filterKeys', 'infer', 'visibleTo']) {
      expect(patch?.set).not.toHaveProperty(field);
    }
    const inferred = stored({ infer: true });
    const pending = patchOf({ ...change, metadata: null, text: { ...newText, keepsOrigin: true } }, inferred);
    expect(pending?.set).toMatchObject({ ingestOf: null, extractionOf: accountId });
  });

  it('of an archived source ends the archiving with a text, and not with metadata', () => {
    const withMetadata = patchOf({ ...change, metadata: newMetadata, text: null }, archived);
    expect(withMetadata?.set).toMatchObject({ metadata: { a: 1 }, filterKeys: [], projects: [] });
    const withText = patchOf({ ...change, metadata: newMetadata, text: newText }, archived);
    const visible = { visibleTo: accountId, archivedOf: null };
    expect(withText?.set).toMatchObject({ ...visible, filterKeys: ['l'], projects: ['p'] });
  });

  it('adds a user only when a memory is created or leaves the archive, and the projects that find it', () => {
    const memory = makePendingMemory('boat', at, { userId: 'cleo' });
    const inProject = makeIndex([], { projects: ['p'] });
    const of = (changes: Change[], all: StoredMemory[]) => {
      const planned = plan(changes, all);
      return 'kind' in planned ? planned : planned.additions;
    };
    const insert = toInsert(memory, inProject);
    expect(of([insert], [])).toEqual([{ userId: 'cleo', projects: ['p'], changed: null }]);
    const both = { ...change, metadata: newMetadata, text: newText };
    const live = stored();
    expect(of([both], [live])).toEqual([{ userId: null, projects: ['p'], changed: live }]);
    expect(of([both], [archived])).toEqual([{ userId: 'ana', projects: ['p'], changed: archived }]);
    expect(of([{ ...both, text: null }], [archived])).toEqual([{ userId: null, projects: [], changed: archived }]);
    const source = toInsert({ ...memory, isArchived: true }, inProject, { key: 'k', versions: [] });
    expect(of([source], [])).toEqual([{ userId: null, projects: [], changed: null }]);
  });

  it('ingests a failed memory again, with extraction if it failed there, and no other', () => {
    const requeue: Change = { kind: 'requeue', id: 'mem_1', at };
    const set = { ...restarted, revision: 8, traceParent: '00-trace' };
    expect(patchOf(requeue, stored({ status: 'failed' }))?.set).toEqual(set);
    const extraction = { ingestOf: null, extractionOf: accountId };
    expect(patchOf(requeue, stored({ status: 'failed', infer: true }))?.set).toEqual({ ...set, ...extraction });
    expect(plan([requeue])).toEqual({ kind: 'stale' });
    expect(plan([requeue], [])).toEqual({ kind: 'missing' });
  });
});

describe('the end of a claim', () => {
  const vectors = [{ scale: 1, values: new Int8Array(2) }];

  it('makes a memory ready with its entities and vectors, and keeps the outcome of extraction', () => {
    const complete: Change = { kind: 'complete', claim, embedderId: 'e@1', vectors, entities: [] };
    expect(patchOf(complete, stored())).toEqual({
      memory: stored(),
      set: { ...ended, status: 'ready', failure: null, outcome: 'stored', entities: [] },
      vectors: { embedderId: 'e@1', vectors },
      event: expect.objectContaining({ type: 'memory.ready', version: 3, detail: { outcome: 'stored' } }),
    });
    expect(patchOf(complete, stored({ outcome: 'extracted' }))?.set.outcome).toBe('extracted');
  });

  it('replaces only the vectors after a claim for re-embedding, and ends its lease', () => {
    const reembed: ClaimKey = { ...claim, purpose: 'reembed' };
    const complete: Change = { kind: 'complete', claim: reembed, embedderId: 'e@2', vectors, entities: null };
    expect(patchOf(complete, stored({ ...ofReady, embedderId: 'e@1' }))).toMatchObject({
      set: { leasedBy: null, extractingOf: null },
      vectors: { embedderId: 'e@2', vectors },
    });
  });

  it('keeps a memory pending after a postponed failure and not after a final one, and counts rejections, not crashes', () => {
    const failure = { code: 'c', message: 'm' };
    const fail = (rejected: boolean, retryAt: number | null) =>
      patchOf({ kind: 'fail', claim, failure, rejected, retryAt }, stored({ rejections: 1, crashCount: 2 }))?.set;
    const postponed = { leasedBy: null, extractingOf: null, crashCount: null, nextAttemptAt: 5, failure };
    expect(fail(false, 5)).toEqual({ ...postponed, rejections: 1 });
    const final = { ...ended, status: 'failed', failedOf: accountId, failure, rejections: 2 };
    expect(fail(true, null)).toEqual(final);
  });

  const inferred = stored({ infer: true, ingestOf: null, extractionOf: accountId });

  it('ingests a raw text with metadata that state the reason, and resets its attempts', () => {
    expect(patchOf({ kind: 'store_raw', claim, at, ...newMetadata }, inferred)?.set).toEqual({
      ...restarted,
      ...{ infer: false, revision: 8, metadata: { a: 1 }, filterKeys: ['l'], projects: ['p'], tagWords: '' },
    });
  });

  it('archives a source without a fact of its own, which no search finds any more', () => {
    const patch = patchOf({ kind: 'archive', claim, outcome: 'duplicate', extraction }, inferred);
    expect(patch?.vectors).toBeNull();
    expect(patch?.set).toEqual({
      ...{ ...ended, status: 'ready', failure: null, outcome: 'duplicate', extraction, infer: false, revision: 8 },
      ...{ visibleTo: null, archivedOf: accountId, filterKeys: [], projects: [] },
    });
  });

  it('replaces the text by a fact, with the trace of the claim and without a new version', () => {
    const fact = makeTextIndex(['fact']);
    const patch = patchOf({ kind: 'extract', claim, at, text: 'fact', index: fact, extraction }, inferred);
    expect(patch?.vectors).toBeNull();
    expect(patch?.set).toMatchObject({
      ...restarted,
      ...{ text: 'fact', words: 'fact', messages: null, entities: [] },
      ...{ infer: false, outcome: 'extracted', extraction, revision: 8, traceParent: '00-trace' },
    });
    expect(patch?.set).not.toHaveProperty('version');
  });

  it('plans the facts of an extraction in one commit, or none when a completed one was changed meanwhile', () => {
    const memory = makePendingMemory('second fact', at, { sourceMemoryId: 'mem_1' });
    const facts: Change[] = [
      { kind: 'extract', claim, at, text: 'fact', index: makeTextIndex(['fact']), extraction },
      toInsert(memory, makeIndex(['second', 'fact'])),
      { ...change, id: 'mem_2', metadata: null, text: { ...newText, keepsOrigin: true } },
    ];
    const older = stored({ ...ofReady, id: 'mem_2' });
    const all = [inferred, older];
    expect(plan(facts, all, [{ id: 'mem_2', version: 3 }])).toMatchObject({
      inserts: [{ memory: { id: memory.id } }],
      patches: [{ memory: inferred }, { memory: older }],
      removals: [],
    });
    expect(plan(facts, all, [{ id: 'mem_2', version: 2 }])).toEqual({ kind: 'stale' });
    expect(plan(facts, [inferred], [{ id: 'mem_2', version: 3 }])).toEqual({ kind: 'missing' });
  });
});
