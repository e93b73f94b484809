import { describeIngestQueue } from '../../ports/ingest-queue.contract.ts';
import { createInProcessQueue } from './create-ingest-queue.ts';

describeIngestQueue('The in-process queue', async () => ({ queue: createInProcessQueue() }));
