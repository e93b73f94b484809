import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeWebhookStore } from '../../../ports/webhooks.contract.ts';

const open = useMongodbStore();

describeWebhookStore('MongoDB', (clock) => open({}, clock.now));
