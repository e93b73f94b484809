/** Words of names that only this code used, with the field's words for the same. */
export const flaggedWords = new Map([
  ...entries('account', 'owner', 'owners'),
  ...entries('response or result', 'answer', 'answers', 'answered', 'answering'),
  ...entries('reject or rejection', 'refuse', 'refuses', 'refused', 'refusing', 'refusal', 'refusals'),
  ...entries('query… or request…', 'asked', 'asking'),
  ...entries('stated…', 'told', 'said', 'says'),
  ...entries('distinctive', 'telling', 'tellings', 'tellable'),
  ...entries('author', 'teller'),
  ...entries('check… or score…', 'judge', 'judges', 'judged', 'judgement'),
  ...entries('boost', 'lift', 'lifts', 'lifted'),
  ...entries('stale', 'outdated'),
  ...entries('complete… or ready waiters', 'settle', 'settles', 'settled', 'settlement', 'settlements'),
  ...entries('quarantined, unresponsive or uncertain', 'doubtful', 'suspect', 'suspects', 'suspected'),
  ...entries('quota', 'allowance', 'allowances'),
  ...entries('capacity', 'room', 'roomy'),
  ...entries('crashCount', 'interruptions'),
  ...entries('archived', 'aside'),
  ...entries('facets or counts', 'tally', 'tallies', 'tallied'),
  ...entries('validation error', 'violation', 'violations'),
  ...entries('ordinal, position, slot, pointer, offset or location', 'place', 'places'),
  ...entries('message, tick or round', 'turn', 'turns'),
]);

/** Names of a shape that only this code used. */
export const flaggedPatterns = [
  { pattern: /(Most|Longest)(Ms|Seconds|Bytes)?$|^(most|longest)[A-Z]/, instead: 'maxX' },
  { pattern: /(Least|Shortest)(Ms|Seconds|Bytes)?$|^(least|shortest)[A-Z]/, instead: 'minX' },
];

function entries(instead, ...words) {
  return words.map((word) => [word, instead]);
}
