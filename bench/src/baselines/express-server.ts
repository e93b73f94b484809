import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { express } from './express.ts';

// The minimal service with the same guarantee. It checks and authenticates nothing. Each accepted memory is on the
// disk, with one commit for each request.
const { PORT = '', FOLDER = '', MEMORY = '{}' } = process.env;
const memory: unknown = JSON.parse(MEMORY);

const db = new DatabaseSync(join(FOLDER, 'bare.db'));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE note (id TEXT PRIMARY KEY, body TEXT NOT NULL, created_at TEXT NOT NULL) STRICT, WITHOUT ROWID`);
const insert = db.prepare('INSERT INTO note (id, body, created_at) VALUES (?, ?, ?)');

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/healthz', (_request, response) => response.json({ status: 'ok' }));
app.get('/memories/:id', (_request, response) => response.json(memory));
app.use(express.json());
app.post('/memories', ({ body }, response) => {
  const id = randomUUID();
  const createdAt = new Date().toISOString();
  insert.run(id, JSON.stringify(body), createdAt);
  response.status(202).json({ memory_id: id, status: 'pending', metadata: body.metadata ?? {}, created_at: createdAt });
});
app.listen(Number(PORT), '127.0.0.1');
