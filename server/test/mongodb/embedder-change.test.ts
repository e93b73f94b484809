import { describeEmbedderChange } from '../providers/describe-embedder-change.ts';
import { startTestMongodb } from './start-test-mongodb.ts';

describeEmbedderChange('MongoDB', async () => {
  const mongodb = await startTestMongodb();
  return { settings: { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: mongodb.uri }, close: () => mongodb.close() };
});
