import { type Webhook, webhookEventTypes } from '../../src/domain/events/kinds.ts';
import { ana, noon } from '../memory-store-samples.ts';

/** A webhook as the store has it. */
export function makeWebhook(id: string, changes: Partial<Webhook> = {}): Webhook {
  return {
    ...{ id, accountId: ana, url: `https://example.com/${id}`, events: webhookEventTypes, description: null },
    ...{ includeText: false, disabledReason: null, enabledAt: noon, secret: `secret of ${id}`, createdAt: noon },
    ...{ previousSecret: null, previousSecretEndsAt: null, updatedAt: noon, leasedUntil: 0, lease: null },
    ...changes,
  };
}
