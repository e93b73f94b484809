import { presentProfile } from '../../api/present-profile.ts';
import type { HttpServices } from '../../api/services.ts';
import { getProfile } from '../../domain/profile/get-profile.ts';
import { listOf, objectOf, outputSchemas, scopeArguments, string } from '../schemas.ts';
import type { Tool, ToolNames } from '../tool.ts';

interface ProfileArguments {
  user_id?: string;
  agent_id?: string;
  project?: string;
  max_characters?: number;
}

type Profile = ReturnType<typeof presentProfile> & Record<string, unknown>;
type Entry = Profile['preferences'][number];

/** Of each list: a model reads all of it. */
const maxEntries = 20;
/** Of each entry: enough to look up where it comes from. */
const maxIds = 3;

export function profileTool({ store }: Pick<HttpServices, 'store'>, named: ToolNames): Tool<ProfileArguments, Profile> {
  const entries = listOf({ text: outputSchemas.text, memory_ids: outputSchemas.texts, updated_at: outputSchemas.text });
  const counted = { name: outputSchemas.text, count: outputSchemas.number, memory_ids: outputSchemas.texts };
  return {
    kind: 'profile',
    title: 'Profile of a user or project',
    description: `Sums up what is known of a user or project: preferences and facts (of contradictions the newest), projects, names, and what came last. Use it at the start of a conversation to know whom you talk to. For one question use ${named('search')}. It does not count as a search.`,
    scope: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        user_id: scopeArguments.user_id,
        agent_id: scopeArguments.agent_id,
        project: string('metadata.project.', { maxLength: 1_000 }),
        max_characters: {
          type: 'integer',
          minimum: 200,
          maximum: 20_000,
          description: 'Of the summary; 2000 when omitted.',
        },
      },
      additionalProperties: false,
    },
    outputSchema: objectOf({
      summary: outputSchemas.text,
      preferences: entries,
      facts: entries,
      projects: listOf(counted),
      entities: listOf({ ...counted, kind: outputSchemas.text }),
      recent: entries,
      memory_count: outputSchemas.number,
    }),
    example: { project: 'apollo' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },

    async run(args, { account }) {
      const profile = presentProfile(
        await getProfile(store, {
          accountId: account.id,
          userId: args.user_id ?? account.id,
          agentId: args.agent_id,
          project: args.project,
          maxCharacters: args.max_characters ?? 2_000,
        }),
      );
      return {
        ...profile,
        preferences: short(profile.preferences),
        facts: short(profile.facts),
        projects: short(profile.projects),
        entities: short(profile.entities),
        recent: short(profile.recent),
      };
    },

    toText(profile) {
      const { summary, preferences, facts, projects, entities, recent, memory_count } = profile;
      if (memory_count === 0) {
        return `Nothing is known yet: there are no memories here. ${named('add')} writes one.`;
      }
      const sections = [
        section('Preferences', preferences.map(entryLine)),
        section('Facts', facts.map(entryLine)),
        section(
          'Projects',
          projects.map((one) => countLine(one.name, one)),
        ),
        section(
          'Names',
          entities.map((one) => countLine(`${one.name} (${one.kind})`, one)),
        ),
        section('Recent', recent.map(entryLine)),
      ].filter((text) => text !== '');
      const head = `From ${memory_count} ${memory_count === 1 ? 'memory' : 'memories'}.`;
      return [head, summary, 'Where it comes from:', ...sections].join('\n\n');
    },
  };
}

function short<Item extends { memory_ids: string[] }>(items: readonly Item[]): Item[] {
  return items.slice(0, maxEntries).map((item) => ({ ...item, memory_ids: item.memory_ids.slice(0, maxIds) }));
}

function section(heading: string, lines: string[]): string {
  return lines.length === 0 ? '' : [`${heading}:`, ...lines].join('\n');
}

function entryLine({ text, memory_ids, updated_at }: Entry): string {
  return `- ${text} (${updated_at}; ${memory_ids.join(', ')})`;
}

function countLine(name: string, { count, memory_ids }: { count: number; memory_ids: string[] }): string {
  return `- ${name}: ${count} (${memory_ids.join(', ')})`;
}
