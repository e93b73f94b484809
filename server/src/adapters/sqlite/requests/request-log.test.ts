import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeRequestLog } from '../../../ports/request-log.contract.ts';

describeRequestLog('SQLite', createTestStore);
