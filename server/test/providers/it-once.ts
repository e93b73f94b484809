import { it } from 'vitest';

/** `it` for what does not depend on the store: it does not run again on the emulated MongoDB, which is slow. */
export const itOnce: typeof it =
  process.env['MNEMA_TEST_STORE'] === 'mongodb' ? (((..._test: unknown[]) => {}) as never) : it;
