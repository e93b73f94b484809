/**
 * All constants of ranking. They were found on conversations with known evidence (`docs/retrieval.md` has the worth of
 * each). Each lies on a plateau: a fifth more or less changes little.
 */
export const rankingWeights = {
  /** BM25 for short texts: how fast repetitions stop counting, and how little the length matters. */
  k1: 0.9,
  b: 0.25,
  /**
   * Where several matching words begin to convince, in multiples of one word that a single memory holds. One stray word
   * stays well below, so that it can't beat a close paraphrase.
   */
  halfSaturation: 1.3,

  /** Words of the memory itself, and for a message also of the messages around it. */
  words: 0.8,
  /** Words of the best message in the run: a conversation about the subject boosts all its messages. */
  runWords: 0.3,
  /** The identifiers of the query and, in one without a stop word, all of its words: how much of them the text holds. */
  exact: 0.6,
  /** How rare the rarest of them must be to count at all and in full: its idf, in shares of the greatest. */
  commonShare: 0.35,
  rareShare: 0.8,
  vector: 0.6,
  /** The vector of the best message in the run. */
  runVector: 0.6,
  /** The mean of the query tokens' cosines with the nearest token of the memory or of the messages around it. */
  lateInteraction: 0.2,
  /** Messages get more, because a single message says less, and its own words and vector find it less surely. */
  messageLateInteraction: 0.6,
  /** The value that changes no score: that of memories which may or may not be relevant. */
  usualLateInteraction: 0.4,
  /** How much the tokens of a message's neighbours count for it, by distance. */
  neighbourTokens: [0.9, 0.8],
  /** The memory happened at a time that the query names. */
  date: 0.55,
  /** The same when the query asks for nothing else. */
  dateAlone: 0.6,
  /** The share of the query's names that the memory names, without those that nearly every memory holds. */
  entities: 0.1,
  /** The share of the query's weight that the words of the memory's tags, project, area and scope hold. */
  tags: 0.35,
  /** By rank, from the oldest candidate (0) to the newest (1): if two match equally well, the newer one is right. */
  recency: 0.12,
  /** Messages get less, because nothing replaces what somebody said. */
  messageRecency: 0.05,
  /** The newest of the facts that hold the same distinctive words of the query, at least `subjectWords` of them. */
  newest: 0.2,
  subjectWords: 2,
  /** A newer candidate repeats the text. */
  duplicate: -0.5,
  /** The message's speaker is the only one that the query names. */
  speaker: 0.1,
  /** The next message usually answers a question: questions rank lower, and what follows them ranks higher. */
  question: -0.13,
  answer: 0.12,
  /** Times ln(1 + characters) − ln(1 + usual characters): long messages hold more, a usual one gets nothing. */
  length: 0.05,
  usualCharacters: 100,

  /** How much the words of a message's neighbours count for it, by distance. */
  neighbourWords: [0.7, 0.4],

  /** The share of the query's vector without the names that nearly every memory holds. */
  withoutNames: 0.6,
  /** A name in more than this share of the memories does not distinguish them, neither in vectors nor in entities. */
  commonName: 0.2,

  /** The sum that becomes a score of 0.5, and how fast scores change around it. They fit the local encoder. */
  probable: 0.8,
  spread: 0.3,

  /**
   * The share of a reranker in the log odds, and its lowest relevance. Neither is measured, for want of a key. A half
   * is fair: a reranker compares texts better than vectors do, but it gets no times, runs, copies and successors.
   */
  rerank: 0.5,
  minRelevance: 0.001,
} as const;
