import { useMongodbStore } from '../../../../test/mongodb/use-mongodb-store.ts';
import { describeAuditLog } from '../../../ports/audit-log.contract.ts';

const open = useMongodbStore();

describeAuditLog('MongoDB', () => open());
