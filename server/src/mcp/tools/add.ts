import { presentAccepted } from '../../api/present-memory.ts';
import type { HttpServices } from '../../api/services.ts';
import { waitMostSeconds, waitUntilReady } from '../../domain/ingest/wait-until-ready.ts';
import type { Redacted } from '../../domain/memories/content-policy.ts';
import { prepareMemory } from '../../domain/memories/create-memory.ts';
import { quotaOf } from '../../domain/usage/quota.ts';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, MemoryStatus, Metadata } from '../../ports/memory-store.ts';
import { commitStructured, idempotencyOf } from '../idempotency.ts';
import { formatRules } from '../memory-format.ts';
import { answered, metadataArgument, objectOf, scopeArguments, textArguments } from '../schemas.ts';
import type { Tool, ToolNames } from '../tool.ts';
import { notesOn, notesToText, type TextArguments, type TextNotes, textNotesSchema, textOf } from '../written-text.ts';

interface AddArguments extends TextArguments {
  user_id?: string;
  agent_id?: string;
  run_id?: string;
  metadata?: Metadata;
  infer?: boolean;
  wait?: number;
}

interface Added extends TextNotes {
  memory_id: string;
  status: MemoryStatus;
  user_id: string;
  agent_id: string | null;
  run_id: string | null;
  metadata: Metadata;
  created_at: string;
}

const waitSeconds = 3;

export function addTool(
  services: Pick<
    HttpServices,
    'store' | 'queue' | 'clock' | 'identifiers' | 'contentPolicy' | 'extracts' | 'settlements' | 'stopping'
  >,
  named: ToolNames,
): Tool<AddArguments, Added> {
  return {
    kind: 'add',
    title: 'Remember something',
    description: [
      'Writes one long-term memory. Use it when the user asks you to remember something, and when you learn what will still matter in a later conversation: preferences, decisions, facts about people and projects, causes of bugs and their fixes. One topic per call; no raw conversation, no stack traces.',
      `Look with ${named('search')} first, and change what is there with ${named('update')} instead of writing it twice.`,
      'Format of the text:',
      ...formatRules.map((rule, at) => `${at + 1}) ${rule}`),
      'For example:',
      'Deployment of the shop (production):\n1) Releases go out on Tuesdays.\n2) Roll back with make rollback.',
      'Never store keys, tokens, passwords, certificates, cookies or sensitive personal data: they are refused.',
    ].join('\n'),
    scope: 'write',
    inputSchema: {
      type: 'object',
      properties: {
        ...textArguments('The text. Required, here or as text.'),
        ...scopeArguments,
        metadata: metadataArgument('To filter by later; any other keys too. source is mcp when omitted.'),
        infer: { type: 'boolean', description: 'Let a language model extract facts, where the server has one.' },
        wait: {
          type: 'number',
          minimum: 0,
          maximum: waitMostSeconds,
          description: `Seconds to wait until search finds it by meaning; ${waitSeconds} when omitted.`,
        },
      },
      additionalProperties: false,
    },
    outputSchema: objectOf({
      memory_id: answered.text,
      status: answered.text,
      user_id: answered.text,
      agent_id: answered.nullableText,
      run_id: answered.nullableText,
      metadata: answered.metadata,
      created_at: answered.text,
      ...textNotesSchema,
    }),
    example: {
      memory: 'Tea preferences (Ada):\n1) Ada takes her tea without sugar.',
      metadata: { project: 'apollo', memory_type: 'user_preference', tags: ['tea'] },
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },

    async run(args, caller) {
      const text = textOf(args);
      if (text === undefined) {
        throw invalidRequest({ path: '/memory', message: 'is missing: send the text to remember' });
      }
      const { account } = caller;
      const given = args.metadata ?? {};
      const prepared = await prepareMemory(
        services,
        {
          ownerId: account.id,
          userId: args.user_id ?? account.id,
          agentId: args.agent_id ?? null,
          runId: args.run_id ?? null,
          text,
          metadata: Object.hasOwn(given, 'source') ? given : { ...given, source: 'mcp' },
          infer: args.infer ?? false,
          quota: quotaOf(account, services.clock.now()),
          occurredAt: null,
        },
        idempotencyOf(caller, named('add'), args),
      );
      const { value, answer } = await commitStructured(services.store, prepared, (memory) => toAdded(memory, args));
      if (!value) return answer;
      caller.counted('memory_write');
      const waitMs = 1_000 * (args.wait ?? waitSeconds);
      if (waitMs === 0) return answer;
      const { id, ownerId } = value;
      const memory = await waitUntilReady(services, { ownerId, id, waitMs, stopping: services.stopping });
      return { ...answer, status: memory?.status ?? answer.status };
    },

    toText(answer) {
      const { memory_id, status, user_id, agent_id, run_id, metadata, created_at } = answer;
      const ids = [`user_id ${user_id}`, agent_id && `agent_id ${agent_id}`, run_id && `run_id ${run_id}`].filter(
        Boolean,
      );
      return [
        `Stored as ${memory_id} at ${created_at} (${ids.join(', ')}). ${statusInWords(status, named)}`,
        `Metadata: ${JSON.stringify(metadata)}`,
        ...notesToText(answer, memory_id, named),
      ].join('\n');
    },
  };
}

function toAdded(memory: Redacted<Memory>, args: AddArguments): Added {
  const { memory_id, status, metadata, created_at } = presentAccepted(memory);
  const { userId: user_id, agentId: agent_id, runId: run_id } = memory;
  return { memory_id, status, user_id, agent_id, run_id, metadata, created_at, ...notesOn(memory.text, memory, args) };
}

function statusInWords(status: MemoryStatus, named: ToolNames): string {
  if (status === 'ready') return `Status ready: ${named('search')} finds it.`;
  if (status === 'pending')
    return `Status pending: ${named('search')} finds it by its words now, by its meaning in some seconds.`;
  return `Status failed: ${named('search')} finds it by its words only.`;
}
