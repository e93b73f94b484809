/**
 * The constants of ranking, all of them. Found on conversations with known evidence (`docs/retrieval.md` says what each
 * is worth); each lies on a plateau: a fifth more or less changes little.
 */
export const rankingWeights = {
  /** BM25 for short texts: how fast repetitions stop counting, and how little the length matters. */
  k1: 0.9,
  b: 0.25,
  /**
   * Where several matching words begin to convince, in shares of what one word that only one memory holds is worth.
   * One stray word stays well below, so that it can't beat a close paraphrase.
   */
  halfSaturation: 1.3,

  /** Words of the memory itself; of a turn, together with those of the turns around it. */
  words: 0.8,
  /** Words of the best turn in the run: a conversation about the subject lifts all its turns. */
  runWords: 0.3,
  vector: 0.6,
  /** The vector of the best turn in the run. */
  runVector: 0.6,
  /** The memory happened when the query says. */
  date: 0.5,
  /** The same when the query asks for nothing else. */
  dateAlone: 0.6,
  /** The share of the query's names that the memory names, but for those that nearly every memory holds. */
  entities: 0.1,
  /** How much of the query, by the weight of its words, the memory's tags, project, area and scope say. */
  tags: 0.35,
  /** By rank, from the oldest candidate (0) to the newest (1): of two that fit equally well the newer one is right. */
  recency: 0.1,
  /** Of turns less: what was said does not end. */
  messageRecency: 0.03,
  /** The newest of facts that hold the same words of the query, at least so many of them distinctive ones. */
  newest: 0.2,
  subjectWords: 2,
  /** Another candidate says the same in the same words, and is newer. */
  duplicate: -0.5,
  /** The turn's speaker is the only one that the query names. */
  speaker: 0.1,
  /** Questions are asked to be answered by the next turn: they rank lower, and lift what follows. */
  question: -0.13,
  answer: 0.12,
  /** Long turns say more. Times ln(1 + characters) − ln(1 + usual characters): an ordinary turn gets nothing. */
  length: 0.05,
  usualCharacters: 100,

  /** How much the words of a turn's neighbours count for it, by distance. */
  neighbourWords: [0.7, 0.4],

  /** What the query means besides the names that nearly every memory holds. */
  withoutNames: 0.6,
  /** A name in more than this share of the memories tells none of them from the others, vectors and entities alike. */
  commonName: 0.2,

  /** The sum that is printed as a score of 0.5, and how fast scores move away from it. For the local encoder's vectors. */
  probable: 0.8,
  spread: 0.3,

  /**
   * The share of a reranker in the log odds, and the relevance that nothing is below of: not measured, for want of a key. Half
   * each: it reads better than vectors do, and knows nothing of times, runs, copies and what replaced what.
   */
  rerank: 0.5,
  minRelevance: 0.001,
} as const;
