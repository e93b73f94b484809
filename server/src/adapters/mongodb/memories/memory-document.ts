import type { Memory, MemoryIndex, MetadataIndex, TextIndex } from '../../../ports/memory-store.ts';
import { conversationOf, type MemoryDocument, memoryKey, ownerOf } from '../schema/documents.ts';

/** The fields of a memory as the port knows it. */
export const memoryFields = {
  id: 1,
  ownerId: 1,
  userId: 1,
  agentId: 1,
  runId: 1,
  text: 1,
  messages: 1,
  metadata: 1,
  status: 1,
  outcome: 1,
  failure: 1,
  infer: 1,
  extraction: 1,
  sourceMemoryId: 1,
  entities: 1,
  version: 1,
  occurredAt: 1,
  createdAt: 1,
  updatedAt: 1,
  textChangedAt: 1,
  attempts: 1,
  nextAttemptAt: 1,
} as const;

export function toMemory(document: Pick<MemoryDocument, keyof typeof memoryFields | '_id'>): Memory {
  const { id, userId, agentId, runId, text, messages, metadata } = document;
  return {
    id,
    ownerId: ownerOf(document),
    text,
    messages: messages === null ? null : JSON.parse(messages),
    userId,
    agentId,
    runId,
    metadata: JSON.parse(metadata),
    status: document.status,
    outcome: document.status === 'ready' ? document.outcome : null,
    failure: document.failure,
    infer: document.infer,
    isAside: document.ownerId === undefined,
    extraction: document.extraction,
    sourceMemoryId: document.sourceMemoryId,
    entities: document.entities,
    version: document.version,
    occurredAt: document.occurredAt,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    textChangedAt: document.textChangedAt,
    attempts: document.attempts,
    nextAttemptAt: document.nextAttemptAt ?? null,
  };
}

/** What a document holds of a memory whatever ingest has made of it, but for the owner that lets it be seen. */
export function contentOf(ownerId: string, memory: Memory, index: MemoryIndex) {
  const { id, userId, agentId, runId, text, occurredAt, createdAt, infer, sourceMemoryId } = memory;
  return {
    _id: memoryKey(ownerId, id),
    ...{ id, userId, agentId, runId, text, occurredAt, createdAt, infer, sourceMemoryId },
    messages: memory.messages && JSON.stringify(memory.messages),
    metadata: JSON.stringify(memory.metadata),
    ...textFields(index),
    ...metadataFields(index),
    terms: termsOf(index.words, index.tagWords),
    ...(index.speaker === null ? {} : { conversation: conversationOf(memory) }),
  };
}

export function textFields({ words, speaker, characters, ending, copyHash }: TextIndex) {
  return { words: words.join(' '), wordCount: words.length, speaker, characters, ending, copyHash };
}

function metadataFields({ labels, projects, tagWords }: MetadataIndex) {
  return { labels, projects, tagWords: tagWords.join(' ') };
}

function termsOf(words: readonly string[], tagWords: readonly string[]): string[] {
  return [...new Set([...words, ...tagWords])];
}
