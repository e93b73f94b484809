import { Badge } from '../../parts/badge.tsx';
import { texts } from '../../texts/texts.ts';

const serverError = 500;
const clientError = 400;

/** A status by word, shape and number. */
export function RequestStatus({ code }: { code: number }) {
  const tone = code >= serverError ? 'bad' : code >= clientError ? 'warn' : 'good';
  const words = {
    good: texts.requests.status.good,
    warn: texts.requests.status.rejected,
    bad: texts.requests.status.bad,
  };
  return (
    <Badge tone={tone}>
      {code} {words[tone]}
    </Badge>
  );
}
