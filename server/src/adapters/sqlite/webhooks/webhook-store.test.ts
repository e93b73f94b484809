import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeWebhookStore } from '../../../ports/webhooks.contract.ts';

describeWebhookStore('SQLite', (clock) => createTestStore({ now: clock.now }));
