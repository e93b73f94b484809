import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { updateMemory } from '../../domain/memories/change-memory.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { quoteLines, toJsonLine } from '../../lib/visible-text.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory.ts';
import { notesOn, notesToText, textNotesSchema, textRules } from '../result-text.ts';
import { changes, defineTool, requireMemoryId, scopeOf, type TextArguments, textOf } from '../tool.ts';
import * as schema from '../tool-schemas.ts';

export const updateTool = defineTool({
  kind: 'update',
  title: 'Change a memory',
  ...changes,
  describe: (named) =>
    [
      `Replaces the text of a memory as a whole, changes its metadata, or both. Use it when something remembered has changed or was wrong. ${named('search')} finds the memory_id.`,
      ...textRules,
    ].join('\n'),
  input: {
    ...schema.memoryIdArgument,
    ...schema.userArgument,
    ...schema.textArguments('The whole new text.'),
    metadata: schema.openObject(
      'Merged into the existing metadata; other keys are allowed, null removes a key.',
      schema.briefFields,
    ),
  },
  outputSchema: schema.objectOf({
    ...{ memory_id: schema.text, memory: schema.nullableText, metadata: { type: ['object', 'null'] } },
    ...{ status: schema.text, version: schema.number, updated_at: schema.text, ...textNotesSchema },
  }),
  example: {
    memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2',
    memory: 'Tea preferences (Ada):\n1) Ada takes her tea with lemon.',
  },

  async run(services: Pick<HttpServices, 'store' | 'queue' | 'clock' | 'contentPolicy'>, args, caller) {
    const id = requireMemoryId(args, caller);
    const update = { text: textOf(args), metadata: args.metadata };
    if (update.text === undefined && update.metadata === undefined) {
      const message = 'and metadata are both missing: send a new text, metadata or both';
      throw invalidRequest({ path: '/memory', message });
    }
    const { account, actor, restriction, idempotency, scopes } = caller;
    const { accountId, userId } = scopeOf(account, args);
    const quota = quotaOf(account, services.clock.now());
    const change = { accountId, userId, restriction, id, actor, update, quota };
    const present = (memory: Redacted<Memory>) => toUpdated(memory, args);
    const updated = await updateMemory(services, change, { idempotency, present, subjectOf: () => id });
    if (updated.isReplay) caller.replayed();
    else caller.counted('memory_write');
    // A key without the scope `read` gets neither the text nor the metadata of the memory.
    const hidden: { memory?: null; metadata?: null } = scopes.includes('read') ? {} : { memory: null, metadata: null };
    return { ...updated.value, ...hidden };
  },

  toText(updated, named) {
    const { memory_id, memory, metadata, status, version, updated_at } = updated;
    const head = `Updated ${memory_id} at ${updated_at} (version ${version}, ${status}). Earlier versions are no longer found.`;
    return [
      ...(memory === null ? [head] : [`${head} Its text:`, quoteLines(memory), `Metadata: ${toJsonLine(metadata)}`]),
      ...notesToText(updated, memory_id, named),
    ].join('\n');
  },
});

function toUpdated(stored: Redacted<Memory>, args: TextArguments) {
  const { id: memory_id, memory, metadata, status, version, updated_at } = presentMemory(stored);
  const notes = notesOn(textOf(args) === undefined ? undefined : memory, stored, args);
  return { memory_id, memory, metadata, status, version, updated_at, ...notes };
}
