import { waitForRound } from '../../lib/yielding.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Memory, MemoryVersion } from '../../ports/memory.ts';
import { applyContentPolicy } from '../memories/content-policy.ts';
import {
  type BuiltMemory,
  buildMemory,
  type CreationServices,
  type NewMemory,
  orRejection,
  type WrittenMemory,
  writeItems,
} from '../memories/create-memory.ts';
import { checkMetadata, checkWords } from '../memories/memory-input.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { isWithin, type Restriction } from '../memories/scope.ts';
import type { Responded, Responder } from '../usage/idempotency.ts';
import type { AccountQuota } from '../usage/quota.ts';

export interface ImportedMemory extends Omit<NewMemory, 'quota'> {
  /** Identifies the memory at its source (see `ImportSource`). */
  key: string;
  /** The id that the memory keeps if it is free; null to get a new one. */
  id: string | null;
  /** null for the time of the import. */
  createdAt: number | null;
  /** null if the memory was never changed. */
  updatedAt: number | null;
  /** null if the memory has no history. */
  past: ImportedPast | null;
}

/** The history of a memory in the format of `GET /export`. */
export interface ImportedPast
  extends Pick<Memory, 'version' | 'outcome' | 'isArchived' | 'extraction' | 'sourceMemoryId' | 'textChangedAt'> {
  /** The former versions, oldest first. */
  versions: Omit<MemoryVersion, 'changedBy'>[];
}

export interface ImportSlice {
  accountId: string;
  restriction: Restriction;
  quota: AccountQuota;
  /** An error represents a line that was rejected earlier. */
  lines: readonly (ImportedMemory | DomainError)[];
}

/** The result of a line. `skipped`: its memory already exists. */
export type ImportedLine = WrittenMemory | DomainError | 'skipped';

/** The number of lines that are built in one tick of the event loop. */
const linesInTick = 8;

/** Writes some lines of an import in one commit. After a conflict, they are compared with the store again. */
export function importMemories<Response>(
  services: CreationServices & { store: MemoryStore },
  slice: ImportSlice,
  responder: Responder<ImportedLine[], Response>,
): Promise<Responded<ImportedLine[], Response>> {
  const { accountId, lines } = slice;
  const built = new Map<ImportedMemory, BuiltMemory | DomainError>();
  return writeItems<DomainError | 'skipped', Response>(services, slice, responder, async () => {
    const present = await findPresent(services.store, slice);
    const items: (BuiltMemory | DomainError | 'skipped')[] = [];
    for (const [index, line] of lines.entries()) {
      if (index > 0 && index % linesInTick === 0) await waitForRound(accountId);
      if (line instanceof DomainError) items.push(line);
      else if (present.has(line)) items.push('skipped');
      else {
        const item = built.get(line) ?? (await orRejection(() => buildImport(services, line)));
        built.set(line, item);
        if (item instanceof DomainError) items.push(item);
        else {
          items.push({ ...item, value: { ...item.value, id: idFor(present.freeId(line)) } });
          present.add(line);
        }
      }
    }
    return items;
  });

  /** An id that sorts after new ones is replaced. Otherwise the next ids would have to sort after it. */
  function idFor(kept: string | null): string {
    const fresh = services.identifiers.memory();
    return kept !== null && kept < fresh ? kept : fresh;
  }
}

/** Finds the memories that are here. A skipped line would show one that the key cannot reach: it gets a new id. */
async function findPresent(
  store: Pick<MemoryStore, 'findTaken' | 'getMany'>,
  { accountId, restriction, lines }: ImportSlice,
) {
  const imports = lines.filter((line): line is ImportedMemory => !(line instanceof DomainError));
  const given = imports.flatMap(({ id }) => id ?? []);
  const found = await store.findTaken(accountId, { ids: given, importKeys: imports.map(({ key }) => key) });
  const keys = new Set(found.importKeys);
  const ids = new Set(found.ids);
  const hidden = new Set<string>();
  if (restriction !== null) {
    const memories = await store.getMany(accountId, found.ids);
    for (const memory of memories) if (!isWithin(memory, restriction)) hidden.add(memory.id);
  }
  return {
    has: ({ id, key }: ImportedMemory) => keys.has(key) || (id !== null && ids.has(id) && !hidden.has(id)),
    /** Returns the id that a line keeps; null: it gets a new one. */
    freeId: ({ id }: ImportedMemory) => (id === null || hidden.has(id) ? null : id),
    /** The same line once more in this slice is a repetition. */
    add({ id, key }: ImportedMemory): void {
      keys.add(key);
      if (id !== null) ids.add(id);
    },
  };
}

/** Checks a memory like a new one, and adds its history. @throws {DomainError} */
async function buildImport(services: CreationServices, input: ImportedMemory): Promise<BuiltMemory> {
  const { past } = input;
  const { value, index } = await buildMemory(services, input);
  const { accountId } = input;
  const now = services.clock.now();
  const createdAt = input.createdAt ?? now;
  const extraction = past?.extraction ?? null;
  if (extraction?.originalText != null) {
    await checkFormer(accountId, { text: extraction.originalText }, () => '/original_text');
  }
  const versions: MemoryVersion[] = [];
  const formers = past?.versions ?? [];
  for (const [at, version] of formers.entries()) {
    // The line has them newest first.
    const location = `/versions/${formers.length - 1 - at}`;
    const content = { text: version.text, messages: version.messages ?? undefined, metadata: version.metadata };
    await checkFormer(accountId, content, (path) => `${location}${path}`);
    versions.push({ ...version, changedBy: input.actor });
  }
  const times = {
    createdAt,
    updatedAt: Math.max(createdAt, input.updatedAt ?? createdAt),
    occurredAt: input.occurredAt ?? createdAt,
    nextAttemptAt: now,
  };
  const { versions: _, ...state } = past ?? { versions: [] };
  return { value: { ...value, ...times, ...state }, index, imported: { key: input.key, versions } };
}

/** Checks a former text or version. Both policies reject it: a placeholder would not be the former content. */
async function checkFormer(
  accountId: string,
  { messages, ...content }: { text: string; messages?: Memory['messages'] | undefined; metadata?: Memory['metadata'] },
  toPath: (path: string) => string,
): Promise<void> {
  const words = messages ? { messages } : { text: content.text };
  try {
    checkWords(words);
    if (content.metadata) checkMetadata(content.metadata);
    await applyContentPolicy(accountId, 'reject', { ...words, metadata: content.metadata });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const errors = error.errors?.map(({ path, message }) => ({ path: toPath(path), message }));
    throw new DomainError(error.code, error.message, errors ? { errors } : {});
  }
}
