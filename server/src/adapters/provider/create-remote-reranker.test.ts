import { describe, expect, it } from 'vitest';
import { createRemoteReranker } from './create-remote-reranker.ts';

function answering(answer: unknown) {
  return createRemoteReranker({
    provider: 'Test',
    id: 'test',
    queryMost: 10,
    textMost: 5,
    request: async () => answer,
  });
}

describe('createRemoteReranker', () => {
  it('brings results into the order of the texts', async () => {
    const reranker = answering([
      { index: 1, relevance: 0.9 },
      { index: 0, relevance: 0 },
    ]);
    expect(await reranker.relevances('a', ['b', 'c'])).toEqual([0, 0.9]);
  });

  it.each([
    ['no list', { results: [] }],
    ['nothing', undefined],
    ['too few results', [{ index: 0, relevance: 0.5 }]],
    ['a text twice', [0, 0].map((index) => ({ index, relevance: 0.5 }))],
    ['a text that was not sent', [0, 2].map((index) => ({ index, relevance: 0.5 }))],
    ['an index that is none', [0, '1'].map((index) => ({ index, relevance: 0.5 }))],
    ['a relevance that is no number', [0, 1].map((index) => ({ index, relevance: Number.NaN }))],
    ['a relevance above 1', [0, 1].map((index) => ({ index, relevance: 1.5 }))],
    ['results that are none', [null, null]],
  ])('takes no answer with %s', async (_, answer) => {
    await expect(answering(answer).relevances('a', ['b', 'c'])).rejects.toThrow(/^Test answered with /);
  });

  it('sends the beginnings of what is too long, as text that can be sent', async () => {
    const sent: unknown[] = [];
    const reranker = createRemoteReranker({
      provider: 'Test',
      id: 'test',
      queryMost: 10,
      textMost: 5,
      async request(query, texts) {
        sent.push(query, ...texts);
        return texts.map((_, index) => ({ index, relevance: 0.5 }));
      },
    });
    await reranker.relevances('a query that goes on', ['short', 'too long', '    😀', ' \n ', 'a\0b']);
    expect(sent).toEqual(['a query th', 'short', 'too l', '    \ufffd', '.', 'a b']);
  });
});
