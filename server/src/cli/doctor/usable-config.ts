import { type Config, ConfigError, configVariables, parseConfig } from '../../config/config.ts';

/**
 * The configuration without the variables that the server would reject, so that the rest can be checked all the same.
 * `faults`: what is wrong with those, one a line.
 */
export function usableConfig(environment: Record<string, string | undefined>): { config: Config; faults: string[] } {
  try {
    return { config: parseConfig(environment), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    let accepted = {};
    // A setting may need another one beside it: what was rejected is tried again as long as anything is accepted.
    for (let found = true; found; ) {
      found = false;
      for (const [name, value] of Object.entries(environment)) {
        const more = { ...accepted, [name]: value };
        if (name in accepted || !isSetting(name) || !isAccepted(more)) continue;
        accepted = more;
        found = true;
      }
    }
    return { config: parseConfig(accepted), faults: error.message.split('\n') };
  }
}

function isSetting(name: string): boolean {
  return name.startsWith('MNEMA_') || configVariables.some((variable) => variable.name === name);
}

function isAccepted(environment: Record<string, string | undefined>): boolean {
  try {
    parseConfig(environment);
    return true;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
