/** What one look at the installation found. */
export interface Check {
  name: string;
  /** `problem`: the server does not start, or does not do its work. */
  status: 'ok' | 'warning' | 'problem';
  finding: string;
  /** What to do about it; null when all is well. */
  fix: string | null;
  /** Further lines, each a finding of its own. */
  lines?: readonly string[];
}

export type Finding = Omit<Check, 'name'>;

export function ok(finding: string): Finding {
  return { status: 'ok', finding, fix: null };
}

export function warning(finding: string, fix: string): Finding {
  return { status: 'warning', finding, fix };
}

export function problem(finding: string, fix: string): Finding {
  return { status: 'problem', finding, fix };
}
