import type { Webhook } from '@mnema/sdk';
import { Badge } from '../../../parts/badge.tsx';
import { texts } from '../../../texts/texts.ts';

/** Whether a webhook gets events, as a word, a shape and a colour. */
export function WebhookState({ webhook: { enabled, disabled_reason } }: { webhook: Webhook }) {
  const words = texts.settings.webhooks.state;
  // A webhook that the server has disabled needs attention. One that the person has disabled does not.
  const disabledTone = disabled_reason === 'by_request' ? 'plain' : 'bad';
  return <Badge tone={enabled ? 'good' : disabledTone}>{enabled ? words.enabled : words.disabled}</Badge>;
}

/** Why a webhook is disabled, and the way out. */
export function whyDisabled({ enabled, disabled_reason }: Webhook): string | undefined {
  if (enabled || disabled_reason === null) return undefined;
  const words = texts.settings.webhooks;
  return words.reasons[disabled_reason as 'gone'] ?? words.unknownReason(disabled_reason);
}
