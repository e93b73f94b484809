import { readFileSync } from 'node:fs';
import { messageOf } from '../lib/message-of.ts';

/** Settings whose value may be in a file. The environment has the path under the same name with `_FILE`. */
export const secretNames = [
  'MNEMA_MONGODB_URI',
  'MNEMA_BOOTSTRAP_PASSWORD',
  'MNEMA_METRICS_TOKEN',
  'MNEMA_REDIS_URL',
  'COHERE_API_KEY',
  'OPENAI_API_KEY',
] as const;

/** The longest secret is the URI of a database. A longer file is probably the wrong one. */
const maxSecretLength = 16_384;

type Environment = Record<string, string | undefined>;

/** Returns the name of the variable that holds the path of a secret's file. */
export const fileVariableOf = (name: string): string => `${name}_FILE`;

/** Replaces the variables by the contents of the files. The problems repeat no content. */
export function readSecretFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const read = { ...environment };
  const problems: string[] = [];
  for (const name of secretNames) {
    const variable = fileVariableOf(name);
    const path = environment[variable];
    delete read[variable];
    if (!path) continue;
    if (environment[name]) {
      problems.push(`${name} and ${variable} are both set: unset one of them.`);
      continue;
    }
    try {
      const secret = readFileSync(path, 'utf8')
        .replace(/^\ufeff/, '')
        .replace(/\r?\n$/, '');
      if (secret === '') problems.push(`${variable} names ${path}, which is empty: write the value to it.`);
      if (secret.length <= maxSecretLength) read[name] = secret;
      else
        problems.push(
          `${variable} names ${path}, which is longer than ${maxSecretLength} characters: choose another file.`,
        );
    } catch (error) {
      problems.push(`${variable} names ${path}, which can't be read: ${messageOf(error)}.`);
    }
  }
  return { environment: read, problems };
}
