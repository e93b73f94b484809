import { createReaderReads } from './reader-operations.ts';
import { serveReads } from './serve-reads.ts';

serveReads(createReaderReads);
