import { formatExact, formatRelative } from './format.ts';

/** A time as a distance from now; the exact one shows on hover. */
export function Time({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatExact(value)}>
      {formatRelative(value)}
    </time>
  );
}
