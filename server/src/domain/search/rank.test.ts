import { expect, it } from 'vitest';
import { makeCandidate, makeFound } from '../../../test/make-candidate.ts';
import { runToEnd } from '../../../test/make-memory.ts';
import type { Candidate, Candidates } from '../../ports/candidate-index.ts';
import { toExactQuery } from './exact-words.ts';
import { type QueryTerms, rank as rankInSteps, toRankedMemory } from './rank.ts';

const band = { low: 0.36, high: 0.8 };
const candidate = makeCandidate;

function message(position: number, changes: Partial<Candidate> = {}, speaker = 'Ana', run = 1): Candidate {
  return candidate(`turn${position}`, { message: { run, position, speaker }, ...changes });
}

const found = (...candidates: Candidate[]) => makeFound(candidates);
const rank = (...args: Parameters<typeof rankInSteps>) => runToEnd(rankInSteps(...args)).result.map(toRankedMemory);
const words = ['boat', 'anchor', 'harbour'];
const plain: QueryTerms = { words, exact: { identifiers: [], units: [], isBare: false }, entities: new Map() };
const order = (candidates: Candidates, query: Partial<QueryTerms> = {}) =>
  rank(candidates, band, { ...plain, ...query }).map((one) => one.candidate.id);

it('ranks a memory with more rare query words before a memory with a slightly better vector', () => {
  const words = candidate('words', { wordCounts: [1, 1, 1], cosine: 0.5 });
  const vector = candidate('vector', { cosine: 0.6 });
  expect(order(found(vector, words))).toEqual(['words', 'vector']);
});

it('ranks a close paraphrase before one stray common word', () => {
  const stray = candidate('stray', { wordCounts: [0, 0, 1] });
  expect(order(found(stray, candidate('paraphrase', { cosine: 0.65 })))).toEqual(['paraphrase', 'stray']);
});

it('does not rank a new memory without a vector behind the noise of vectors', () => {
  const noise = Array.from({ length: 20 }, (_, i) => candidate(`noise${i}`, { cosine: 0.6 }));
  const fresh = candidate('fresh', { wordCounts: [1] });
  expect(order(makeFound([...noise, fresh], { scopeSize: 21, documentFrequencies: [1] }))[0]).toBe('fresh');
  const barely = candidate('barely', { wordCounts: [0, 0, 1] });
  expect(order(found(...noise, barely))[0]).not.toBe('barely');
});

it('leaves out a memory with neither a word nor a cosine above noise', () => {
  expect(order(found(candidate('noise', { cosine: 0.36 }), candidate('nothing')))).toEqual([]);
});

it('scores between 0 and 1 in the order of the list, also the best possible memory and the only one', () => {
  const best = candidate('best', { wordCounts: [9, 9, 9], cosine: 1 });
  const others = [candidate('a', { cosine: 0.4 }), candidate('b', { wordCounts: [1, 0, 0] })];
  const scores = rank(found(best, ...others), band, plain).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
  expect(scores[0]).toBeGreaterThan(0.8);
  const one = candidate('one', { wordCounts: [1, 0, 0] });
  const only = makeFound([one], { scopeSize: 1, documentFrequencies: [1, 0, 0] });
  expect(rank(only, band, plain)[0]?.score).toBeGreaterThan(0);
});

it('always orders equals newest first', () => {
  const equals = ['mem_1', 'mem_3', 'mem_2'].map((id) => candidate(id, { cosine: 0.7 }));
  expect(order(found(...equals))).toEqual(['mem_3', 'mem_2', 'mem_1']);
  expect(order(found(...equals.toReversed()))).toEqual(['mem_3', 'mem_2', 'mem_1']);
});

const far = (n: number) => ({ ...message(n, { cosine: 0.3 }, 'Ana', 2), id: 'far', copyHash: 1 });

it('finds the reply to a question that holds the words of the query', () => {
  const question = message(4, { wordCounts: [1, 1, 0], ending: '?', cosine: 0.5 }, 'Bo');
  const answer = message(5, { cosine: 0.5 });
  const elsewhere = { ...message(9, { cosine: 0.5 }, 'Ana', 2) };
  expect(order(found(elsewhere, answer, question)).indexOf('turn5')).toBeLessThan(2);
  expect(order(found(elsewhere, answer, question)).at(-1)).toBe('turn9');
});

it('leaves out a message that has no evidence, neither itself nor near it', () => {
  const near = message(2, { cosine: 0.3 });
  expect(order(found(message(1, { wordCounts: [1, 1, 1] }), near, far(1)))).toEqual(['turn1', 'turn2']);
});

it('never lists messages of the context', () => {
  const context = message(2, { wordCounts: [1, 1, 1], isContext: true });
  expect(order(found(message(1), context))).toEqual(['turn1']);
});

it('counts the words of neighbours, but not the names of their speakers', () => {
  const query = { words: ['ana', 'anchor', 'harbour'] };
  const near = message(2, { cosine: 0.4, wordCounts: [1, 0, 0] }, 'Ana', 3);
  const messages = found(message(1, { cosine: 0.4 }, 'Bo', 3), near);
  const [first] = rank(messages, band, { ...plain, ...query }).toReversed();
  expect(first?.candidate.id).toBe('turn1');
  expect(first?.signals.words).toBeUndefined();
});

it('prefers the speaker that the query names, unless it names two', () => {
  const one = message(1, { cosine: 0.6 }, 'Ana', 1);
  const other = { ...message(1, { cosine: 0.6 }, 'Bo', 2), id: 'turn2', copyHash: 2 };
  expect(order(found(one, other), { words: ['ana', 'x', 'y'] })[0]).toBe('turn1');
  expect(order(found(one, other), { words: ['bo', 'x', 'y'] })[0]).toBe('turn2');
  const [first] = rank(found(one, other), band, { ...plain, words: ['ana', 'bo', 'y'] });
  expect(first?.signals.speaker).toBeUndefined();
});

it('ranks what happened at the time of the query first, which is evidence if the query names nothing else', () => {
  const times = { spans: [], near: (at: number) => Number(at === 5), isAll: false };
  const candidates = [candidate('then', { cosine: 0.6, occurredAt: 5 }), candidate('z', { cosine: 0.6 })];
  expect(order(found(...candidates), { words, times })).toEqual(['then', 'z']);
  const byTime = found(candidate('then', { occurredAt: 5 }), candidate('other', { occurredAt: 6 }));
  expect(order(byTime, { words, times })).toEqual([]);
  expect(order(byTime, { words: [], times })).toEqual([]);
  expect(order(byTime, { words: [], times: { ...times, isAll: true } })).toEqual(['then']);
});

it('counts a tag, separately from the words, and a name in common as evidence', () => {
  const tagged = candidate('tagged', { tagged: [true, false, false] });
  const [first, ...others] = rank(found(candidate('nothing'), tagged), band, plain);
  expect([first?.candidate.id, first?.signals.words, first?.boostedBy]).toEqual(['tagged', undefined, ['tags']]);
  expect(others).toEqual([]);
  const named = candidate('named', { entities: ['src/app.ts'] });
  const query = { entities: new Map([['src/app.ts', ['src', 'app', 'ts']]]) };
  expect(order(found(named, candidate('nothing')), query)).toEqual(['named']);
});

it('pauses for many candidates, but not for those of an ordinary search', () => {
  const messages = (count: number) => found(...Array.from({ length: count }, (_, at) => message(at, { cosine: 0.5 })));
  expect(runToEnd(rankInSteps(messages(150), band, plain)).pauses).toBe(0);
  expect(runToEnd(rankInSteps(messages(2_000), band, plain)).pauses).toBeGreaterThan(20);
});

it('returns what each signal adds, and the sum decides the order', () => {
  const times = { spans: [], near: () => 0.5, isAll: false };
  const question = message(1, { wordCounts: [1, 0, 0], cosine: 0.7, ending: '?' });
  const reply = message(2, { cosine: 0.5, characters: 300 });
  const fact = candidate('fact', { wordCounts: [0, 1, 1] });
  const list = rank(found(question, reply, fact), band, { ...plain, times });
  const sums = list.map(({ signals }) => Object.values(signals).reduce((sum, { score }) => sum + score, 0));
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
  const ofReply = list.find(({ candidate: { id } }) => id === reply.id)?.signals ?? {};
  const names = ['answer', 'date', 'length', 'run_vector', 'run_words', 'vector', 'words'];
  expect(Object.keys(ofReply).sort()).toEqual(names);
});

it('ranks the newer of two equal memories first, by the rank of times: an ancient one changes nothing', () => {
  const [base, now] = [1_000_000, candidate('a_new', { cosine: 0.61, occurredAt: 1_000_009 })];
  const then = (cosine: number) => candidate('z_old', { cosine, occurredAt: base });
  const ancient = candidate('ancient', { cosine: 0.4, occurredAt: 0 });
  expect(order(found(then(0.62), now))).toEqual(['a_new', 'z_old']);
  expect(order(found(then(0.62), now, ancient)).slice(0, 2)).toEqual(['a_new', 'z_old']);
  expect(order(found(then(0.75), now))).toEqual(['z_old', 'a_new']);
});

it('ranks the older of two copies lower, but keeps it', () => {
  const copies = [1, 2, 3].map((n) => candidate(`copy${n}`, { cosine: 0.8, copyHash: 7, occurredAt: n }));
  const other = candidate('other', { cosine: 0.7 });
  expect(order(found(...copies, other))).toEqual(['copy3', 'other', 'copy2', 'copy1']);
});

it('prefers a memory that names the same things, unless nearly every memory names them', () => {
  const named = candidate('a', { cosine: 0.6, entities: ['boat house'] });
  const query = (own: string[]) => ({ entities: new Map([['boat house', own]]) });
  expect(order(found(named, candidate('z', { cosine: 0.6 })), query(['boat']))[0]).toBe('a');
  const common = { ...found(named, candidate('z', { cosine: 0.6 })), documentFrequencies: [90, 0, 0] };
  expect(order(common, query(['boat']))[0]).toBe('z');
});

it('ranks the newer statement about the same thing first, even when the older one fits a little better', () => {
  const then = candidate('z_old', { wordCounts: [1, 1, 0], cosine: 0.66, occurredAt: 1 });
  const now = candidate('a_new', { wordCounts: [1, 1, 0], cosine: 0.6, occurredAt: 9 });
  expect(order(found(then, now))).toEqual(['a_new', 'z_old']);
  const ofOther = { ...now, wordCounts: [1, 0, 0] };
  expect(order(found(then, ofOther))).toEqual(['z_old', 'a_new']);
});

it('does not prefer the newest of those that lack the rare word which another fact holds besides', () => {
  const exact = candidate('z_exact', { wordCounts: [1, 1, 1], cosine: 0.6, occurredAt: 1 });
  const near = candidate('a_near', { wordCounts: [1, 0, 1], cosine: 0.6, occurredAt: 5 });
  const newer = candidate('b_near', { wordCounts: [1, 0, 1], cosine: 0.6, occurredAt: 9 });
  const signals = (frequencies: number[]) => {
    const ranked = rank({ ...found(exact, near, newer), documentFrequencies: frequencies }, band, plain);
    return ranked.find(({ candidate: { id } }) => id === 'b_near')?.signals;
  };
  expect(signals([3, 1, 3])?.newest).toBeUndefined();
  expect(signals([3, 10, 3])?.newest).toEqual({ raw: 1, score: expect.any(Number) });
});

it('ranks the memory with the identifier of the query first, though a newer one has a slightly better vector', () => {
  const exact = toExactQuery('kx4410b', words);
  const held = candidate('a_held', { identified: [true], cosine: 0.6 });
  const near = candidate('z_near', { identified: [false], cosine: 0.63, occurredAt: 9 });
  const all = { ...found(near, held), identifierFrequencies: [1] };
  expect(order(all, { exact })).toEqual(['a_held', 'z_near']);
  expect(rank({ ...all, candidates: [{ ...held, cosine: null }] }, band, { ...plain, exact })).toHaveLength(1);
});
