import type { ApiKey } from '@mnema/sdk';
import { Badge } from '../../parts/badge.tsx';
import { formatRelative } from '../../parts/format.ts';
import { texts } from '../../texts/texts.ts';

type State = 'active' | 'ending' | 'expired' | 'replaced' | 'revoked';

/** A live key that another one replaces is `ending`; one whose end has come is `replaced`. */
export function stateOf({ revoked_at, expires_at, replaced_by }: ApiKey, now = Date.now()): State {
  if (revoked_at !== null) return 'revoked';
  const hasEnded = expires_at !== null && Date.parse(expires_at) <= now;
  if (hasEnded) return replaced_by === null ? 'expired' : 'replaced';
  return replaced_by === null ? 'active' : 'ending';
}

export const isLive = (apiKey: ApiKey): boolean => ['active', 'ending'].includes(stateOf(apiKey));

const tones = { active: 'good', ending: 'warn', expired: 'plain', replaced: 'plain', revoked: 'plain' } as const;

/** The state of a key as a word, a shape and a colour. */
export function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOf(apiKey);
  const words = texts.apiKeys.state;
  return (
    <Badge tone={tones[state]}>
      {state === 'ending' && apiKey.expires_at !== null ? words.ends(formatRelative(apiKey.expires_at)) : words[state]}
    </Badge>
  );
}

/** The scopes of a key in words. */
export function describeScopes(scopes: readonly string[]): string {
  const words = texts.apiKeys.scopes;
  const [reads, writes] = [scopes.includes('read'), scopes.includes('write')];
  return reads && writes ? words.both : reads ? words.read : words.write;
}

/** The memories that a key reaches, in words. */
export function describeRestriction(restrict: ApiKey['restrict']): string {
  if (restrict === null) return texts.apiKeys.restriction.none;
  const words = texts.apiKeys.restriction;
  const { user_id, agent_id, project } = restrict;
  const parts = [
    user_id !== undefined && `${words.user} ${user_id}`,
    agent_id !== undefined && `${words.agent} ${agent_id}`,
    project !== undefined && `${words.project} ${project}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
