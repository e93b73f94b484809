/** Flagged names that may be declared below a folder, because data, the contract or users rely on them. */
export const namesThatStay = [
  { names: ['lifted_by'], within: 'server/', because: 'a field of the contract' },
  { names: ['mnema_refusals_total'], within: 'server/src/api/', because: 'the name of a metric' },
  { names: ['answer'], within: 'server/src/domain/search/', because: 'a signal of search that the contract names' },
  { names: ['answer'], within: 'packages/dashboard/', because: 'a signal of search that the contract names' },
  { names: ['owner_user_id'], within: 'server/src/http/', because: 'a field of the contract' },
  { names: ['owner_user_id'], within: 'server/test/', because: 'a key of metadata that tests send' },
  { names: ['asked_at'], within: 'bench/src/retrieval/', because: 'a field of the evaluation sets' },
  { names: ['asked_at', 'room'], within: 'server/test/retrieval/', because: 'fields of the evaluation sets' },
  {
    names: ['answer', 'answer_session_ids', 'has_answer'],
    within: 'server/test/retrieval/',
    because: 'fields of the file of LongMemEval',
  },
  { names: ['refusal'], within: 'server/test/providers/', because: "a field of OpenAI's API" },
  { names: ['answer', 'answers'], within: 'examples/', because: 'agents answer questions there' },
];

// Three words of the same kind are not flagged anywhere. `finding` is the result of a check of `mnema doctor`, as in
// other checkers. `judge` in `conformance/` decides whether a case passed. `once` is a plain adverb, and a method of
// event emitters. Names of files are not checked, since a file is named after what it exports.
