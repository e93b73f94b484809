import { type QuantizedVector, quantize } from '../../lib/quantize.ts';
import type {
  ArchiveChange,
  Change,
  ClaimKey,
  Commit,
  CompleteChange,
  ContentChange,
  ExtractChange,
  FailChange,
  ImportSource,
  NewText,
  RemoveChange,
  StoreRawChange,
} from '../../ports/memory-store.ts';
import type { StoredMemory } from './kinds.ts';
import {
  type MetadataFields,
  type PreparedMemory,
  prepareMemory,
  type TextFields,
  toMetadataFields,
  toTextFields,
} from './stored-memory.ts';

/** A commit whose parts have the form of records, so that the thread that writes has little to do. */
export interface PreparedCommit extends Omit<Commit, 'changes'> {
  changes: readonly PreparedChange[];
}

export interface PreparedInsert {
  kind: 'insert';
  memory: PreparedMemory;
  imported: ImportSource | undefined;
}

export interface PreparedContent extends Omit<ContentChange, 'metadata' | 'text'> {
  metadata: (MetadataFields & Pick<StoredMemory, 'metadata'>) | null;
  text: (Omit<NewText, 'index'> & { fields: TextFields }) | null;
}

export type PreparedCompletion = CompleteChange<QuantizedVector>;

/** A change of a present memory, which stays. */
export type PatchChange =
  | PreparedContent
  | { kind: 'requeue'; id: string; at: number }
  | PreparedCompletion
  | FailChange
  | ArchiveChange
  | (Omit<StoreRawChange, 'metadata' | 'index'> & { fields: MetadataFields & Pick<StoredMemory, 'metadata'> })
  | (Omit<ExtractChange, 'index'> & { fields: TextFields });

export type PreparedChange = PreparedInsert | RemoveChange | PatchChange;

/** Vectors are quantized here. They then take a quarter of the bytes. */
export function prepareCommit({ changes, ...rest }: Commit): PreparedCommit {
  return { ...rest, changes: changes.map((change) => prepareChange(change, rest.traceParent ?? null)) };
}

function prepareChange(change: Change, traceParent: string | null): PreparedChange {
  switch (change.kind) {
    case 'insert': {
      const { kind, memory, index, imported } = change;
      return {
        kind,
        memory: prepareMemory(memory, index, { importKey: imported?.key ?? null, traceParent }),
        imported,
      };
    }
    case 'change': {
      const { metadata, text, ...rest } = change;
      return {
        ...rest,
        metadata: metadata && { metadata: metadata.metadata, ...toMetadataFields(metadata.index) },
        text: text && { text: text.text, messages: text.messages ?? null, ...prepareText(text) },
      };
    }
    case 'complete':
      return { ...change, claim: toKey(change.claim), vectors: change.vectors.map(quantize) };
    case 'store_raw': {
      const { kind, claim, at, metadata, index } = change;
      return { kind, claim: toKey(claim), at, fields: { metadata, ...toMetadataFields(index) } };
    }
    case 'extract': {
      const { index, ...rest } = change;
      return { ...rest, claim: toKey(change.claim), fields: toTextFields(index) };
    }
    default:
      return 'claim' in change ? { ...change, claim: toKey(change.claim) } : change;
  }
}

function prepareText({ keepsOrigin, index }: NewText) {
  return { keepsOrigin, fields: toTextFields(index) };
}

/** Returns the identity of a claim without its texts. */
export function toKey({ purpose, id, accountId, revision }: ClaimKey): ClaimKey {
  return { purpose, id, accountId, revision };
}
