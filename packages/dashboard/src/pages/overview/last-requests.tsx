import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mnema } from '../../api/client.ts';
import { Section } from '../../parts/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { texts } from '../../texts/texts.ts';
import { useLiveRequests } from '../requests/live-requests.ts';
import { RequestTable } from '../requests/request-table.tsx';

const limit = 200;
const shown = 8;
const queryKey = ['requests', 'last'];

/** The newest requests of agents. Requests of these pages are left out, because they would hide the others. */
export function LastRequests() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => await mnema.requests.list({ limit }, { signal }),
  });
  useLiveRequests({ isOn: true, queryKey, params: { limit } });
  const words = texts.overview.last;
  const rows = data?.results.filter(({ source, method }) => source !== 'dashboard' || method !== 'GET').slice(0, shown);
  return (
    <Section title={words.title} aside={<Link to="/requests">{words.all}</Link>}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!rows && !error && <Skeleton lines={4} />}
      {rows?.length === 0 && (
        <EmptyState title={words.empty}>
          <Link to="/connect">{words.connect}</Link>
        </EmptyState>
      )}
      {rows && rows.length > 0 && <RequestTable caption={words.title} rows={rows} />}
    </Section>
  );
}
