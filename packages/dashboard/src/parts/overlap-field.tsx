import type { ReactNode } from 'react';
import { SelectField } from './field.tsx';

interface OverlapWords {
  overlap: string;
  overlaps: { none: string; hour: string; day: string; week: string };
}

/**
 * A field for the time for which an old secret stays valid next to the new one. In the form it is `overlap_seconds`.
 */
export function OverlapField({ words, error }: { words: OverlapWords; error: ReactNode }) {
  return (
    <SelectField
      label={words.overlap}
      error={error}
      name="overlap_seconds"
      defaultValue="86400"
      choices={[
        ['0', words.overlaps.none],
        ['3600', words.overlaps.hour],
        ['86400', words.overlaps.day],
        ['604800', words.overlaps.week],
      ]}
    />
  );
}
