import type { SearchResult } from '@mnema/sdk';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { formatPart, formatScore } from './format-score.ts';
import { expectQuery, searchQuery } from './queries.ts';
import type { MemoriesSearch } from './search-params.ts';
import styles from './why-this-result.module.css';

type Explanation = NonNullable<SearchResult['explain']>;

/** Smaller parts are shown as zero. */
const least = 0.005;

/** Explains in plain words why the search ranks a memory at its position, or why it does not find it. */
export function WhyThisResult({ id, search }: { id: string; search: MemoriesSearch }) {
  const found = useQuery(searchQuery(search));
  const { why } = texts.memories;
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton />;
  const { results } = found.data;
  const at = results.findIndex((result) => result.id === id);
  const result = results[at];
  if (result === undefined) return <WhyNot id={id} search={search} />;
  return (
    <div className={styles['why']}>
      <p className={styles['place']}>{why.rank(at + 1, results.length, formatScore(result.score))}</p>
      {result.explain && <Reasons explain={result.explain} />}
    </div>
  );
}

function Reasons({ explain }: { explain: Explanation }) {
  const { why } = texts.memories;
  const { matched_words: words, matched_entities: entities, lifted_by: lifts } = explain;
  return (
    <>
      <ul className={styles['reasons']}>
        <li>
          <bdi>{words.length > 0 ? why.words(words.join(', ')) : why.noWords}</bdi>
        </li>
        {entities.length > 0 && (
          <li>
            <bdi>{why.entities(entities.join(', '))}</bdi>
          </li>
        )}
        {lifts.length > 0 && (
          <li>
            {why.boosted} {lifts.map((lift) => why.boosts[lift] ?? lift).join(', ')}.
          </li>
        )}
      </ul>
      <Signals signals={explain.signals} />
    </>
  );
}

function Signals({ signals }: { signals: Explanation['signals'] }) {
  const { why } = texts.memories;
  const nameOf = (signal: string): readonly [name: string, sentence: string] =>
    why.names[signal] ?? [signal, why.unknownSignal];
  const all = Object.entries(signals).sort(([, a], [, b]) => Math.abs(b.score) - Math.abs(a.score));
  const counted = all.filter(([, { score }]) => Math.abs(score) >= least);
  const silent = all.filter(([, { score }]) => Math.abs(score) < least);
  const largest = Math.max(...counted.map(([, { score }]) => Math.abs(score)), least);
  return (
    <>
      <table className={styles['signals']}>
        <caption>{why.signals}</caption>
        <thead>
          <tr>
            <th scope="col">{why.signal}</th>
            <th scope="col">{why.part}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map(([signal, { raw, score }]) => (
            <tr key={signal}>
              <th scope="row">
                <span>{nameOf(signal)[0]}</span>
                <p>{nameOf(signal)[1]}</p>
              </th>
              <td title={why.measured(formatScore(raw))}>
                <span>{formatPart(score)}</span>
                <div data-against={score < 0 || undefined} style={{ width: `${(Math.abs(score) / largest) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {silent.length > 0 && (
        <p className={styles['silent']}>{why.noEffect(silent.map(([signal]) => nameOf(signal)[0]).join(', '))}</p>
      )}
    </>
  );
}

/** The server explains why it excludes a memory; its sentence is in English. */
function WhyNot({ id, search }: { id: string; search: MemoriesSearch }) {
  const { data, error, refetch } = useQuery(expectQuery(search, id));
  const { why } = texts.memories;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton />;
  const { expected } = data;
  return (
    <div className={styles['why']}>
      <p className={styles['place']}>{expected?.reason === 'found' ? why.changed : why.notFound}</p>
      {expected && <p lang="en">{expected.detail}</p>}
      {expected?.explain && <Reasons explain={expected.explain} />}
    </div>
  );
}
