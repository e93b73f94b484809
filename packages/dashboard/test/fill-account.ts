import type { TestAccount } from './make-account.ts';

const texts = [
  'Ada takes her tea without sugar, and no milk before noon.',
  'We moved the launch of Apollo to the first of March because the encoder was not ready.',
  'Linus prefers short answers with the command first.',
  'The staging database is rebuilt every Sunday night; nobody should rely on its contents.',
  'Decided with Grace: the public address is hooks.example.com, and the old one redirects for a year.',
  'The customer in Oslo pays by invoice, thirty days, and wants the number of the order on it.',
  'When the importer fails with code 17, run it again with one worker; the lock is held by a stale process.',
  'Carl is away on the first two weeks of August. Ask Ada for anything about billing.',
  'Tests of the encoder need the large fixture, which is not in the repository.',
  'The word "launch" in this team means the release to all customers, not the beta.',
];
const hourMs = 3_600_000;
const projects = ['apollo', 'relay'];
const agents = ['planner', 'coder', 'support'];

/** Gives an account something of everything that the pages show. */
export async function fillAccount(account: TestAccount): Promise<void> {
  // An import keeps the times of what it writes, and this account is not of today.
  const lines = texts.map((text, at) => ({
    text,
    created_at: new Date(Date.now() - (texts.length - at) ** 3 * hourMs).toISOString(),
    agent_id: agents[at % agents.length],
    metadata: { project: projects[at % 2], tags: at % 2 ? ['decision', 'team'] : ['people'] },
  }));
  await account.call('POST', '/import', lines);
  for (const query of ['tea', 'launch', 'database']) await account.call('POST', '/search', { query });
  await account.call('POST', '/search', { query: '' }).catch(() => {}); // a rejected request for the log
  const restrict = { project: 'apollo' };
  await account.call('POST', '/api-keys', { label: 'planner', scopes: ['read', 'write'] });
  await account.call('POST', '/api-keys', { label: "a colleague's agent", scopes: ['read'], restrict });
  const events = ['memory.ready', 'memory.failed'];
  const description = 'Keeps our search page up to date';
  await account.call('POST', '/webhooks', { url: 'https://hooks.example.com/mnema', events, description });
}
