import type { Plan } from '../../../server/src/domain/accounts/kinds.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import type { Scratch } from '../processes/scratch.ts';
import { createSentences } from '../sentences.ts';
import type { Attacker } from './attack.ts';
import { type BenchAccount, createAccounts } from './create-accounts.ts';

/** Enough that the innocent load logs no account in more than 20 times a minute. */
const innocentAccounts = 15;
const memories = 100;

export interface VictimServer {
  server: MnemaServer;
  folder: string;
  /** The server's own requests bear the key of the first one, which has memories. */
  innocents: readonly [BenchAccount, ...BenchAccount[]];
  memoryIds: string[];
  attackers: readonly [Attacker, ...Attacker[]];
}

/** Fills the data directory before the server starts. */
type Prepare = (folder: string, attackers: VictimServer['attackers']) => Promise<unknown>;

/** Starts a warm server on a new data directory, with accounts that have no limits and those of the attackers. */
export async function startVictimServer(
  scratch: Scratch,
  plans: readonly [Plan, ...Plan[]],
  { prepare, settings = {} }: { prepare?: Prepare; settings?: Record<string, string> } = {},
): Promise<VictimServer> {
  const folder = scratch.folder('victims');
  const innocentPlans = Array.from({ length: innocentAccounts }, (): Plan => 'enterprise');
  const accounts = await createAccounts(folder, [...innocentPlans, ...plans]);
  const [first, ...others] = accounts.slice(0, innocentAccounts);
  const [firstAttacker, ...otherAttackers] = accounts
    .slice(innocentAccounts)
    .map((account, index): Attacker => ({ ...account, address: `127.0.0.${index + 2}` }));
  if (!first || !firstAttacker) throw new Error('the data directory lacks accounts');
  const attackers = [firstAttacker, ...otherAttackers] as const;
  await prepare?.(folder, attackers);
  const server = await MnemaServer.start({ dataDirectory: folder, runtime: 'native', key: first.key, settings });
  try {
    await server.warmUp();
    const sentences = createSentences(1_000);
    const memoryIds: string[] = [];
    while (memoryIds.length < memories) memoryIds.push(await server.write({ text: sentences.memory() }));
    await server.drain();
    const innocents = [first, ...others] as const;
    return { server, folder, innocents, memoryIds, attackers };
  } catch (error) {
    await server.kill();
    throw error;
  }
}
