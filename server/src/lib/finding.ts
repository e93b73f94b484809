export interface Finding {
  /** `problem`: the server does not start or does not work. */
  status: 'ok' | 'warning' | 'problem';
  finding: string;
  /** The fix; null if there is no problem. */
  fix: string | null;
  lines?: readonly string[];
}

export const ok = (finding: string): Finding => ({ status: 'ok', finding, fix: null });
export const warning = (finding: string, fix: string): Finding => ({ status: 'warning', finding, fix });
export const problem = (finding: string, fix: string): Finding => ({ status: 'problem', finding, fix });

/** Splits a message: the first sentence or clause is the cause, the rest the fix. @param otherwise the default fix */
export function problemOf({ message }: Error, otherwise: string): Finding {
  const separator = /\. (?=[A-Z])/.exec(message) ?? /; /.exec(message);
  const withoutStop = (text: string) => text.replace(/\.$/, '');
  if (!separator) return problem(withoutStop(message), otherwise);
  const fix = message.slice(separator.index + separator[0].length);
  const isVariable = /^[A-Z]{2}/.test(fix);
  const [first = '', ...rest] = withoutStop(fix);
  return problem(message.slice(0, separator.index), (isVariable ? first : first.toLowerCase()) + rest.join(''));
}
