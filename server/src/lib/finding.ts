/** What one look at an installation found. */
export interface Finding {
  /** `problem`: the server does not start, or does not do its work. */
  status: 'ok' | 'warning' | 'problem';
  finding: string;
  /** What to do about it; null when all is well. */
  fix: string | null;
  /** Further lines, each a finding of its own. */
  lines?: readonly string[];
}

export function ok(finding: string): Finding {
  return { status: 'ok', finding, fix: null };
}

export function warning(finding: string, fix: string): Finding {
  return { status: 'warning', finding, fix };
}

export function problem(finding: string, fix: string): Finding {
  return { status: 'problem', finding, fix };
}

/** The worst of several findings; the first one of those that are equally bad. */
export function worstOf<Found extends Finding>(findings: readonly Found[]): Found | undefined {
  const ofStatus = (status: Finding['status']) => findings.find((one) => one.status === status);
  return ofStatus('problem') ?? ofStatus('warning') ?? findings[0];
}

/**
 * Describes an error whose message is meant for the operator: its first sentence, or clause, is the cause and what
 * follows is the way out.
 * @param otherwise - the way out when the message names none
 */
export function problemOf({ message }: Error, otherwise: string): Finding {
  const separator = /\. (?=[A-Z])/.exec(message) ?? /; /.exec(message);
  if (!separator) return problem(withoutStop(message), otherwise);
  const fix = message.slice(separator.index + separator[0].length);
  const isVariable = /^[A-Z]{2}/.test(fix);
  const [first = '', ...rest] = withoutStop(fix);
  return problem(message.slice(0, separator.index), (isVariable ? first : first.toLowerCase()) + rest.join(''));
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}
