import type { CreateWebhookParams } from '@mnema/sdk';
import { formatNumber } from '../../../parts/format.ts';
import { texts } from '../../../texts/texts.ts';

type EventType = CreateWebhookParams['events'][number];

/** The types of events that a webhook can ask for. */
export const eventTypes = Object.freeze([
  'memory.ready',
  'memory.failed',
  'memory.updated',
  'memory.deleted',
  'memory.expired',
  'quota.near',
  'quota.exceeded',
] satisfies EventType[]);

/** A description of the event; the name of the type if this page does not know it. */
export const describeEvent = (type: string): string => texts.settings.webhooks.events[type as EventType] ?? type;

/** The events of a webhook, in a few words. */
export function describeEvents(events: readonly string[]): string {
  const words = texts.settings.webhooks;
  if (eventTypes.every((type) => events.includes(type))) return words.allEvents;
  return events.length === 1 ? describeEvent(String(events[0])) : words.eventCount(formatNumber(events.length));
}
