import { describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import type { Actor, Change, ClaimKey, Commit, VersionGuard } from '../../ports/memory-store.ts';
import { idsToRead, needsWords, planCommit, type StoredMemory } from './memory-transitions.ts';

const accountId = 'acct_ana';
const at = 1_000;
const extraction = { duplicateOf: null, extractedIds: ['mem_1'], originalText: 'raw' };

function row(changes: Partial<StoredMemory> = {}): StoredMemory {
  return {
    id: 'mem_1',
    ...{ userId: 'ana', isEndUser: false },
    version: 3,
    revision: 7,
    status: 'pending',
    outcome: null,
    infer: false,
    isArchived: false,
    words: 'old text',
    identifiers: '§old1',
    tagWords: 'harbor',
    embedderId: null,
    ...changes,
  };
}

const archived = row({ isArchived: true, status: 'ready', outcome: 'duplicate' });
const claim: ClaimKey = { purpose: 'ingest', id: 'mem_1', accountId, revision: 7 };

function plan(changes: readonly Change[], rows: StoredMemory[] = [row()], guards: VersionGuard[] = []) {
  const commit: Commit = { accountId, guards, changes, traceParent: '00-trace' };
  return planCommit<StoredMemory, Float32Array>(commit, (id) => rows.find((one) => one.id === id));
}

/** Plans a commit with one change, and returns its patch. */
function patchOf(change: Change, stored: StoredMemory) {
  const planned = plan([change], [stored]);
  if ('kind' in planned) throw new Error(`the commit was rejected: ${planned.kind}`);
  expect(planned.patches).toHaveLength(1);
  return planned.patches[0]?.patch;
}

const newText = { text: 'new', index: makeTextIndex(['new']), keepsOrigin: false };
const newMetadata = { metadata: { a: 1 }, index: { ...emptyMetadataIndex, filterKeys: ['l'], projects: ['p'] } };
const by: Actor = { kind: 'session', keyPrefix: null };
const change = { kind: 'change', id: 'mem_1', at, by } as const;

/** The columns of a memory whose ingest begins again. */
const restarted = {
  ...{ status: 'pending', failure: null, attempts: 0, rejections: 0, crashCount: 0, isLeased: false },
  ...{ nextAttemptAt: at, pendingSince: at },
};

describe('guards', () => {
  const guard = { id: 'mem_1', version: 3 };
  const remove: Change = { kind: 'remove', id: 'mem_2' };

  it('reject a commit whose memory is deleted, at another version, or archived', () => {
    expect(plan([remove], [], [guard])).toEqual({ kind: 'missing' });
    expect(plan([remove], [row({ version: 4 })], [guard])).toEqual({ kind: 'stale' });
    expect(plan([remove], [archived], [guard])).toEqual({ kind: 'stale' });
    expect(plan([remove], [archived], [{ ...guard, allowsArchived: true }])).toMatchObject({ removals: [remove] });
  });

  it('are checked after the claims, which lapse with a change of the text, the status or the extraction', () => {
    const complete: Change = { kind: 'complete', claim, embedderId: 'e@1', vectors: [], entities: [] };
    const raw: Change = { kind: 'store_raw', claim, at, ...newMetadata };
    expect(plan([complete], [], [guard])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [row({ revision: 8 })])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [row({ status: 'ready' })])).toEqual({ kind: 'lapsed' });
    expect(plan([raw], [row({ infer: false })])).toEqual({ kind: 'lapsed' });
    expect(plan([raw], [row({ infer: true })])).toMatchObject({ patches: [{}] });
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
        expect(plan([result], [row({ infer: true, ...changes })])).toEqual({ kind: 'lapsed' });
      }
      const withNewMetadata = row({ infer: true, version: 4 });
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
    const ready = { status: 'ready', embedderId: 'old@1' } as const;
    expect(plan([complete], [row(ready)])).toMatchObject({ patches: [{ patch: { set: {} } }] });
    expect(plan([complete], [row({ ...ready, revision: 8 })])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [row({ ...ready, embedderId: 'new@1' })])).toEqual({ kind: 'lapsed' });
    expect(plan([complete], [row()])).toEqual({ kind: 'lapsed' });
  });

  it('determine which memories a store has to read', () => {
    const memory = makePendingMemory('boat', at);
    const changes: Change[] = [
      { kind: 'insert', memory, index: makeIndex([]) },
      remove,
      { ...change, metadata: null, text: newText },
    ];
    expect(idsToRead({ accountId, guards: [guard, { id: 'mem_3', version: 1 }], changes })).toEqual(['mem_1', 'mem_3']);
    expect(needsWords({ accountId, changes })).toBe(false);
    expect(needsWords({ accountId, changes: [{ ...change, metadata: newMetadata, text: null }] })).toBe(true);
  });
});

describe('a change', () => {
  it('of metadata does not touch the ingest, and indexes the new tags only when they differ', () => {
    const replaced = { at, oldestKept: -45 };
    const set = { version: 4, changedBy: by, updatedAt: at, metadata: { a: 1 }, filterKeys: ['l'], projects: ['p'] };
    expect(patchOf({ ...change, metadata: newMetadata, text: null }, row())).toEqual({
      set: { ...set, tagWords: [], terms: ['old', 'text', '§old1'] },
      replaced,
    });
    const sameTags = { ...newMetadata, index: { ...newMetadata.index, tagWords: ['harbor'] } };
    expect(patchOf({ ...change, metadata: sameTags, text: null }, row())).toEqual({
      set: { ...set, tagWords: ['harbor'] },
      replaced,
    });
  });

  it('of the text ingests the memory again without extraction, and drops the results of an earlier extraction', () => {
    const patch = patchOf({ ...change, metadata: newMetadata, text: newText }, row({ outcome: 'extracted' }));
    expect(patch?.vectors).toBeNull();
    expect(patch?.set).toMatchObject({
      ...restarted,
      ...{ version: 4, revision: 8, updatedAt: at, textChangedAt: at, traceParent: '00-trace' },
      ...{ text: 'new', messages: null, entities: [], terms: ['new'] },
      ...{ outcome: null, infer: false, extraction: null, sourceMemoryId: null, isArchived: false },
    });
  });

  it('keeps what was as a version, with at most fifty in all', () => {
    const patch = patchOf({ ...change, metadata: null, text: newText }, row({ version: 50 }));
    expect(patch?.replaced).toEqual({ at, oldestKept: 2 });
    const messages = [{ role: 'user' as const, content: 'new' }];
    const withMessages = patchOf({ ...change, metadata: null, text: { ...newText, messages } }, row());
    expect(withMessages?.set).toMatchObject({ messages, changedBy: by });
  });

  it('of a fact by another fact keeps its origin and its metadata', () => {
    const patch = patchOf({ ...change, metadata: null, text: { ...newText, keepsOrigin: true } }, row());
    expect(patch?.set).toMatchObject({ version: 4, revision: 8, terms: ['new', 'harbor'] });
    for (const column of ['outcome', 'sourceMemoryId', 'extraction', 'metadata', 'filterKeys']) {
      expect(patch?.set).not.toHaveProperty(column);
    }
  });

  it('of an archived source ends the archiving with a text, and not with metadata', () => {
    const withMetadata = patchOf({ ...change, metadata: newMetadata, text: null }, archived);
    expect(withMetadata?.set).toMatchObject({ metadata: { a: 1 }, filterKeys: [], projects: [] });
    expect(withMetadata?.set).not.toHaveProperty('terms');
    const withText = patchOf({ ...change, metadata: newMetadata, text: newText }, archived);
    expect(withText?.set).toMatchObject({ isArchived: false, filterKeys: ['l'], projects: ['p'], terms: ['new'] });
  });

  it('adds a user only when a memory is created or leaves the archive, and the projects that find it', () => {
    const memory = makePendingMemory('boat', at, { userId: 'cleo' });
    const index = makeIndex([], { projects: ['p'] });
    const of = (changes: Change[], rows: StoredMemory[]) => {
      const planned = plan(changes, rows);
      return 'kind' in planned ? planned : planned.additions;
    };
    expect(of([{ kind: 'insert', memory, index }], [])).toEqual([{ userId: 'cleo', projects: ['p'], changed: null }]);
    const both = { ...change, metadata: newMetadata, text: newText };
    const live = row();
    expect(of([both], [live])).toEqual([{ userId: null, projects: ['p'], changed: live }]);
    expect(of([both], [archived])).toEqual([{ userId: 'ana', projects: ['p'], changed: archived }]);
    expect(of([{ ...both, text: null }], [archived])).toEqual([{ userId: null, projects: [], changed: archived }]);
  });

  it('ingests a failed memory again, and no other', () => {
    const requeue: Change = { kind: 'requeue', id: 'mem_1', at };
    expect(patchOf(requeue, row({ status: 'failed' }))).toEqual({
      set: { ...restarted, revision: 8, traceParent: '00-trace' },
    });
    expect(plan([requeue])).toEqual({ kind: 'stale' });
    expect(plan([requeue], [])).toEqual({ kind: 'missing' });
  });
});

describe('the end of a claim', () => {
  const vectors = [new Float32Array(2)];

  it('makes a memory ready with its entities and vectors, and keeps the outcome of extraction', () => {
    const complete: Change = { kind: 'complete', claim, embedderId: 'e@1', vectors, entities: [] };
    const ready = { status: 'ready', failure: null, isLeased: false, nextAttemptAt: null, traceParent: null };
    expect(patchOf(complete, row())).toEqual({
      set: { ...ready, outcome: 'stored', entities: [] },
      vectors: { embedderId: 'e@1', values: vectors },
    });
    expect(patchOf(complete, row({ outcome: 'extracted' }))?.set.outcome).toBe('extracted');
  });

  it('replaces only the vectors after a claim for re-embedding', () => {
    const reembed: ClaimKey = { ...claim, purpose: 'reembed' };
    const complete: Change = { kind: 'complete', claim: reembed, embedderId: 'e@2', vectors, entities: null };
    expect(patchOf(complete, row({ status: 'ready', embedderId: 'e@1' }))).toEqual({
      set: {},
      vectors: { embedderId: 'e@2', values: vectors },
    });
  });

  it('keeps a memory pending after a postponed failure and not after a final one, and counts rejections, not crashes', () => {
    const failure = { code: 'c', message: 'm' };
    const fail = (rejected: boolean, retryAt: number | null) =>
      patchOf({ kind: 'fail', claim, failure, rejected, retryAt }, row());
    const set = { failure, isLeased: false, crashCount: 0 };
    expect(fail(false, 5)).toEqual({ set: { ...set, status: 'pending', nextAttemptAt: 5 }, rejections: 0 });
    expect(fail(true, null)).toEqual({ set: { ...set, status: 'failed', nextAttemptAt: null }, rejections: 1 });
  });

  const inferred = row({ infer: true });

  it('ingests a raw text with metadata that state the reason, and resets its attempts', () => {
    const patch = patchOf({ kind: 'store_raw', claim, at, ...newMetadata }, inferred);
    expect(patch).toEqual({
      set: {
        ...restarted,
        ...{ infer: false, revision: 8, metadata: { a: 1 }, filterKeys: ['l'], projects: ['p'], tagWords: [] },
        terms: ['old', 'text', '§old1'],
      },
    });
  });

  it('archives a source without a fact of its own, which no search finds any more', () => {
    const patch = patchOf({ kind: 'archive', claim, outcome: 'duplicate', extraction }, inferred);
    expect(patch?.vectors).toBeNull();
    expect(patch?.set).toMatchObject({
      ...{ isArchived: true, filterKeys: [], projects: [], terms: [], infer: false, revision: 8 },
      ...{ status: 'ready', outcome: 'duplicate', extraction, nextAttemptAt: null, isLeased: false },
    });
  });

  it('replaces the text by a fact, with the trace of the claim and without a new version', () => {
    const index = makeTextIndex(['fact']);
    const patch = patchOf({ kind: 'extract', claim, at, text: 'fact', index, extraction }, inferred);
    expect(patch?.vectors).toBeNull();
    expect(patch?.set).toMatchObject({
      ...restarted,
      ...{ text: 'fact', textIndex: index, terms: ['fact', 'harbor'], messages: null, entities: [] },
      ...{ infer: false, outcome: 'extracted', extraction, revision: 8, traceParent: '00-trace' },
    });
    expect(patch?.set).not.toHaveProperty('version');
  });

  it('plans the facts of an extraction in one commit, or none when a completed one was changed meanwhile', () => {
    const memory = makePendingMemory('second fact', at, { sourceMemoryId: 'mem_1' });
    const facts: Change[] = [
      { kind: 'extract', claim, at, text: 'fact', index: makeTextIndex(['fact']), extraction },
      { kind: 'insert', memory, index: makeIndex(['second', 'fact']) },
      { ...change, id: 'mem_2', metadata: null, text: { ...newText, keepsOrigin: true } },
    ];
    const older = row({ id: 'mem_2', status: 'ready' });
    const rows = [inferred, older];
    const planned = plan(facts, rows, [{ id: 'mem_2', version: 3 }]);
    expect(planned).toMatchObject({
      inserts: [{ memory }],
      patches: [{ row: inferred }, { row: older }],
      removals: [],
    });
    expect(plan(facts, rows, [{ id: 'mem_2', version: 2 }])).toEqual({ kind: 'stale' });
    expect(plan(facts, [inferred], [{ id: 'mem_2', version: 3 }])).toEqual({ kind: 'missing' });
  });
});
