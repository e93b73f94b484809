import { configVariables } from '../../config/config.ts';
import { type Finding, ok, problem } from '../../lib/finding.ts';

/** @param faults - what the server would refuse, one a line */
export function checkConfiguration(
  environment: Record<string, string | undefined>,
  faults: readonly string[],
): Finding {
  const lines = configVariables.map(({ name, defaultValue }) => {
    const given = environment[name] || null;
    const value = given === null ? (defaultValue ?? '(unset)') : shown(name, given);
    return `${name}=${value}${given === null ? '' : '   (set)'}`;
  });
  if (faults.length === 0) {
    const given = configVariables.filter(({ name }) => environment[name]).length;
    return { ...ok(`${given} of ${configVariables.length} settings are set, the others have their defaults`), lines };
  }
  return {
    ...problem(
      `${faults.length === 1 ? 'one setting is' : `${faults.length} settings are`} wrong: the server would not start`,
      'correct or unset what is named above; the checks below do without it',
    ),
    lines: [...faults, ...lines],
  };
}

function shown(name: string, value: string): string {
  if (/PASSWORD|TOKEN|SECRET|KEY/.test(name)) return '(hidden)';
  return value.replace(/\/\/[^/]*@/, '//(hidden)@');
}
