/**
 * The figures of mem0 (mem0ai 2.2.1 with its REST server, Postgres 18 and pgvector). They were measured in November
 * 2026 with up to 10,000 memories on a machine of two shared cores. They are for orientation: load, texts and machine
 * differ from those of Mnema's figures.
 */
export const mem0Figures = {
  /** One client, from the rate of 51 searches a second. */
  searchMs: 1_000 / 51,
  /** The middle of 11 to 14 ms. */
  searchCpuMs: 12.5,
  /** The middle of 12 to 15 ms. */
  writeCpuMs: 13.5,
  /** The proportional set size of its processes and of Postgres. */
  residentMb: 352,
  /** The database was already up. */
  firstHitMs: 9_000,
  /** Eight clients. */
  writesPerSecond: 75,
};
