/** All constants of ranking. `docs/retrieval.md` shows the effect of each. A fifth more or less changes little. */
export const rankingWeights = {
  /** BM25 for short texts: how quickly repetitions stop counting, and how little the length matters. */
  k1: 0.9,
  b: 0.25,
  /** The point at which words become convincing, in multiples of one unique word. A stray word stays well below. */
  halfSaturation: 1.3,

  /** Words of the memory itself, and for a message also of the messages around it. */
  words: 0.8,
  /** Words of the best message in the run: a conversation about the subject boosts all its messages. */
  runWords: 0.3,
  /** The share of the query's identifiers in the text. Without a stop word, all words of the query count like them. */
  exact: 0.6,
  /** The idf of the rarest of them, as a share of the maximum, at which they begin to count, and count fully. */
  commonShare: 0.35,
  rareShare: 0.8,
  vector: 0.6,
  /** The vector of the best message in the run. */
  runVector: 0.6,
  /** The mean of the query tokens' cosines with the nearest token of the memory or of the messages around it. */
  lateInteraction: 0.2,
  /** Messages get more, because a single message contains less, and its own words and vector match less reliably. */
  messageLateInteraction: 0.6,
  /** The value that changes no score: that of memories of unknown relevance. */
  usualLateInteraction: 0.4,
  /** How much the tokens of a message's neighbours count for it, by distance. */
  neighbourTokens: [0.9, 0.8],
  /** The memory happened at a time in the query. */
  date: 0.55,
  /** The same if the query contains nothing else. */
  dateAlone: 0.6,
  /** The share of the query's names that are in the memory, without names in nearly every memory. */
  entities: 0.1,
  /** The share of the query's weight that is in the words of the memory's tags, project, area and scope. */
  tags: 0.35,
  /** By rank, from the oldest candidate (0) to the newest (1). If two match equally, the newer one is usually right. */
  recency: 0.12,
  /** Messages get less, because nothing replaces them. */
  messageRecency: 0.05,
  /** The newest of the facts that contain the same distinctive words of the query, at least `subjectWords` of them. */
  newest: 0.2,
  subjectWords: 2,
  /** A newer candidate repeats the text. */
  duplicate: -0.5,
  /** The message's speaker is the only one in the query. */
  speaker: 0.1,
  /** The next message usually answers a question: questions rank lower, and the messages after them rank higher. */
  question: -0.13,
  answer: 0.12,
  /** Times ln(1 + characters) − ln(1 + usual characters): long messages contain more, and a usual one gets nothing. */
  length: 0.05,
  usualCharacters: 100,

  /** How much the words of a message's neighbours count for it, by distance. */
  neighbourWords: [0.7, 0.4],

  /** The share of the query's vector that excludes the names in nearly every memory. */
  withoutNames: 0.6,
  /** A name in more than this share of the memories does not distinguish them, neither in vectors nor in entities. */
  commonName: 0.2,

  /** The sum that becomes a score of 0.5, and how fast scores change around it. They fit the local encoder. */
  probable: 0.8,
  spread: 0.3,

  /**
   * The share of a reranker in the log odds, and its lowest relevance, neither of which was measured. A half is fair:
   * it compares texts better than vectors do, but does not know times, runs, copies and successors.
   */
  rerank: 0.5,
  minRelevance: 0.001,
} as const;
