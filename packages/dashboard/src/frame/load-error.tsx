import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { connection } from '../api/connection.ts';
import { ErrorState } from '../parts/states.tsx';
import { texts } from '../texts/texts.ts';

/** Shown when a page cannot be drawn, for example while the server is unavailable. The page is loaded again later. */
export function LoadError({ error }: { error: unknown }) {
  const router = useRouter();
  // Browsers throw this when they cannot load the script of a page.
  const isMissing = error instanceof TypeError;
  const isLost = connection.use() === 'lost';
  useEffect(() => {
    if (isMissing) connection.lose();
    return connection.onReturn(() => location.reload());
  }, [isMissing]);
  if (isMissing && isLost) return <ErrorState error={new Error(texts.common.offline)} />;
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}
