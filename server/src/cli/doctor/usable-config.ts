import { type Config, ConfigError, parseConfig } from '../../config.ts';

/**
 * The configuration without the variables that the server would refuse, so that the rest can be checked all the same.
 * `faults`: what is wrong with those, one a line.
 */
export function usableConfig(environment: Record<string, string | undefined>): { config: Config; faults: string[] } {
  try {
    return { config: parseConfig(environment), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    let accepted = {};
    for (const [name, value] of Object.entries(environment)) {
      const more = { ...accepted, [name]: value };
      if (name.startsWith('MNEMA_') && isAccepted(more)) accepted = more;
    }
    return { config: parseConfig(accepted), faults: error.message.split('\n') };
  }
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
