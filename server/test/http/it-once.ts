import { it } from 'vitest';

/** For what is the same whatever the store, or holds by its contract: it takes long on the emulated MongoDB. */
export const itOnce: typeof it =
  process.env['MNEMA_TEST_STORE'] === 'mongodb' ? (((..._test: unknown[]) => {}) as never) : it;
