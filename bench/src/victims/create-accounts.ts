import { createIdentifiers, systemClock } from '../../../server/src/adapters/system/clock-and-identifiers.ts';
import { createApiKey } from '../../../server/src/domain/accounts/api-keys.ts';
import type { Plan } from '../../../server/src/domain/accounts/kinds.ts';
import { createPasswordHasher } from '../../../server/src/domain/accounts/passwords.ts';
import { noCustomLimits } from '../../../server/src/domain/usage/quota.ts';
import { openSqliteStores } from '../../../server/test/open-stores.ts';

export interface BenchAccount {
  id: string;
  email: string;
  password: string;
  key: string;
}

const identifiers = createIdentifiers(systemClock);

/** Creates an account for each plan in a data directory. Registration over HTTP is throttled. */
export async function createAccounts(dataDirectory: string, plans: readonly Plan[]): Promise<BenchAccount[]> {
  const password = identifiers.secret(16).toString('base64url');
  // All accounts share the password, since each hash takes some 30 ms.
  const passwordHash = await createPasswordHasher({ identifiers }).hash(password);
  const store = await openSqliteStores(dataDirectory, { now: Date.now });
  try {
    const created: BenchAccount[] = [];
    for (const [index, plan] of plans.entries()) {
      const email = `account-${index}@example.com`;
      const id = identifiers.account();
      const account = {
        id,
        email,
        phone: null,
        plan,
        limits: noCustomLimits,
        createdAt: Date.now(),
        suspendedAt: null,
      };
      await store.records.run(id, 'createAccount', { account, passwordHash });
      const { secret: key } = await createApiKey(
        { records: store.records, clock: systemClock, identifiers },
        { accountId: id, label: 'bench' },
      );
      created.push({ id, email, password, key: key as string });
    }
    return created;
  } finally {
    await store.close();
  }
}
