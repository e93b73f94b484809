import { readLanguage } from '../../frame/preferences.ts';

/** Writes a score or a part of one with two decimals: "0.81". */
export const formatScore = (value: number): string =>
  new Intl.NumberFormat(readLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

/** Writes a part of a score with its sign: "+0.43". */
export const formatPart = (value: number): string =>
  new Intl.NumberFormat(readLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }).format(value);
