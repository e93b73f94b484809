import { type Config, ConfigError, configVariables, parseConfig } from '../../config/config.ts';
import { fileVariableOf } from '../../config/secret-files.ts';
import { type Finding, ok, problem } from '../../lib/finding.ts';

/** @param faults reasons for which the server would reject the environment */
export function checkConfiguration(
  environment: Record<string, string | undefined>,
  faults: readonly string[],
): Finding {
  const lines = configVariables.map(({ name, defaultValue }) => {
    const given = environment[name] || null;
    const file = environment[fileVariableOf(name)];
    if (given === null && file) return `${name}=(hidden)   (set by the file ${file})`;
    const value = given === null ? (defaultValue ?? '(unset)') : shown(name, given);
    return `${name}=${value}${given === null ? '' : '   (set)'}`;
  });
  if (faults.length === 0) {
    const given = configVariables.filter(({ name }) => environment[name] || environment[fileVariableOf(name)]).length;
    return { ...ok(`${given} of ${configVariables.length} settings are set, the others have their defaults`), lines };
  }
  return {
    ...problem(
      `${faults.length === 1 ? 'one setting is' : `${faults.length} settings are`} wrong: the server would not start`,
      'correct or unset the settings above; the checks below ignore them',
    ),
    lines: [...faults, ...lines],
  };
}

function shown(name: string, value: string): string {
  if (/PASSWORD|TOKEN|SECRET|KEY/.test(name)) return '(hidden)';
  return value.replace(/\/\/[^/]*@/, '//(hidden)@');
}

/**
 * Parses the environment without the variables that the server would reject, so that the rest can be checked.
 * @returns the configuration, and the faults of the rejected variables
 */
export function usableConfig(environment: Record<string, string | undefined>): { config: Config; faults: string[] } {
  const parsed = tryParse(environment);
  if (!(parsed instanceof ConfigError)) return { config: parsed, faults: [] };
  let accepted = {};
  // A setting may need another one, so rejected ones are tried again until none is accepted.
  for (let found = true; found; ) {
    found = false;
    for (const [name, value] of Object.entries(environment)) {
      const more = { ...accepted, [name]: value };
      if (name in accepted || !isSetting(name) || tryParse(more) instanceof ConfigError) continue;
      accepted = more;
      found = true;
    }
  }
  return { config: parseConfig(accepted), faults: parsed.message.split('\n') };
}

function isSetting(name: string): boolean {
  return (
    name.startsWith('MNEMA_') || configVariables.some((one) => name === one.name || name === fileVariableOf(one.name))
  );
}

function tryParse(environment: Record<string, string | undefined>): Config | ConfigError {
  try {
    return parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
