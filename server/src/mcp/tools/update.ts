import { presentMemory } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { prepareUpdate } from '../../domain/memories/update-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, Metadata } from '../../ports/memory-store.ts';
import { commitStructured, idempotencyOf } from '../idempotency.ts';
import { answered, memoryId, objectOf, textArguments } from '../schemas.ts';
import type { Tool, ToolNames } from '../tool.ts';
import { notesOn, notesToText, type TextArguments, type TextNotes, textNotesSchema, textOf } from '../written-text.ts';

interface UpdateArguments extends TextArguments {
  memory_id?: string;
  metadata?: Metadata;
}

interface Updated extends TextNotes {
  memory_id: string;
  memory: string;
  metadata: Metadata;
  status: string;
  version: number;
  updated_at: string;
}

export function updateTool(
  services: Pick<HttpServices, 'store' | 'queue' | 'clock' | 'contentPolicy'>,
  named: ToolNames,
): Tool<UpdateArguments, Updated> {
  return {
    kind: 'update',
    title: 'Change a memory',
    description: `Replaces the text of a memory, changes its metadata, or both. Use it when something remembered has changed or was wrong. The text replaces the old one as a whole, in the format that ${named('add')} describes. ${named('search')} finds the memory_id.`,
    scope: 'write',
    inputSchema: {
      type: 'object',
      properties: {
        memory_id: memoryId,
        ...textArguments('The whole new text.'),
        metadata: { type: 'object', description: 'Merged into what is there; null removes a key.' },
      },
      additionalProperties: false,
    },
    outputSchema: objectOf({
      memory_id: answered.text,
      memory: answered.text,
      metadata: answered.metadata,
      status: answered.text,
      version: answered.number,
      updated_at: answered.text,
      ...textNotesSchema,
    }),
    example: {
      memory_id: 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2',
      memory: 'Tea preferences (Ada):\n1) Ada takes her tea with lemon.',
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },

    async run(args, caller) {
      const { memory_id: id, metadata } = args;
      if (id === undefined) throw withoutId(named);
      const text = textOf(args);
      if (text === undefined && metadata === undefined) {
        throw invalidRequest({
          path: '/memory',
          message: 'and metadata are both missing: give a new text, metadata or both',
        });
      }
      const toUpdated = (memory: Redacted<Memory>): Updated => {
        const { memory: stored, metadata: merged, status, version, updated_at } = presentMemory(memory);
        const notes = notesOn(text === undefined ? undefined : stored, memory, args);
        return { memory_id: id, memory: stored, metadata: merged, status, version, updated_at, ...notes };
      };
      const prepared = await prepareUpdate(
        services,
        {
          ownerId: caller.account.id,
          id,
          update: { text, metadata },
          quota: quotaOf(caller.account, services.clock.now()),
        },
        idempotencyOf(caller, named('update'), args),
      );
      const { value, answer } = await commitStructured(services.store, prepared, toUpdated);
      if (value) caller.counted('memory_write');
      return answer;
    },

    toText(answer) {
      const { memory_id, memory, metadata, status, version, updated_at } = answer;
      return [
        `Updated ${memory_id} at ${updated_at} (version ${version}, ${status}). The old text is no longer found. It now says:`,
        memory,
        `Metadata: ${JSON.stringify(metadata)}`,
        ...notesToText(answer, memory_id, named),
      ].join('\n');
    },
  };
}

export function withoutId(named: ToolNames) {
  return invalidRequest({
    path: '/memory_id',
    message: `is missing: call ${named('search')} with what the memory is about, and use the id of the result`,
  });
}
