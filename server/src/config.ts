import { z } from 'zod';
import { emailProblem } from './account/account-identifier.ts';
import { passwordProblem } from './account/password-rules.ts';
import { closestName } from './closest-name.ts';

/** All that is wrong with the environment, one problem a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const schema = z.object({
  MNEMA_HOST: z
    .string()
    .regex(/^[^\s/]+$/, { error: says('must be an address or host name to listen on, like 127.0.0.1 or 0.0.0.0') })
    .default('127.0.0.1')
    .describe('Address to listen on. `127.0.0.1` is reachable from this machine only, `0.0.0.0` from everywhere.'),
  MNEMA_PORT: wholeNumber(0, 65_535).default(8787).describe('Port to listen on. `0` takes any free one and prints it.'),
  MNEMA_DATA_DIR: z
    .string()
    .default('./.mnema')
    .describe('Directory that holds everything that is kept. Created when missing. One server per directory.'),
  MNEMA_BOOTSTRAP_EMAIL: z
    .string()
    .superRefine(rule(emailProblem))
    .default('admin@mnema.local')
    .describe('E-mail of the account that the first start creates. Without effect once there is an account.'),
  MNEMA_BOOTSTRAP_PASSWORD: z
    .string()
    .superRefine(rule(passwordProblem))
    .optional()
    .describe('Password of that account, 8–256 characters. When unset, one is made up and printed once.'),
  MNEMA_REGISTRATION: choice(['open', 'closed'])
    .default('open')
    .describe('`closed` refuses `POST /auth/register` with 403.'),
  MNEMA_REST_USER_ID: choice(['account', 'request'])
    .default('account')
    .describe(
      '`account`: memories written over REST carry the id of the account as `user_id`. `request`: the request may set it, for a private deployment that writes for many users.',
    ),
  MNEMA_SESSION_DAYS: wholeNumber(1, 3_650).default(30).describe('Days until an access token expires.'),
  MNEMA_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters; `openssl rand -hex 16` makes some')
    .optional()
    .describe(
      'Bearer token for `GET /metrics`, at least 16 characters. When unset, metrics are served only while the server listens on loopback.',
    ),
  MNEMA_LOG_LEVEL: choice(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is logged. Texts, keys and bodies never are.'),
  MNEMA_LOCAL_RUNTIME: choice(['auto', 'native', 'wasm'])
    .default('auto')
    .describe(
      'What runs the local encoder. `auto` takes the native library where it loads, else WebAssembly; the others insist on one.',
    ),
});

type VariableName = keyof typeof schema.shape;

/** Names of clients and tests, which share the environment with the server. */
const foreignNames = ['MNEMA_API_KEY', 'MNEMA_BASE_URL', 'MNEMA_LOG'];
const foreignPrefix = 'MNEMA_TEST_';

export interface Config {
  host: string;
  /** 0: any free one. */
  port: number;
  dataDirectory: string;
  bootstrapEmail: string;
  /** undefined: make one up. */
  bootstrapPassword: string | undefined;
  registration: 'open' | 'closed';
  restUserId: 'account' | 'request';
  sessionDays: number;
  metricsToken: string | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  localRuntime: 'auto' | 'native' | 'wasm';
}

/**
 * An empty value counts as unset.
 * @throws {ConfigError} listing every problem, each with the variable, what is wrong and how to put it right
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name.startsWith('MNEMA_') && value !== undefined && value !== '',
    ),
  );
  const parsed = schema.safeParse(given);
  const problems = Object.keys(given).filter(isUnknown).map(unknownProblem);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`));
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return toConfig(parsed.data);
}

/** The configuration of this process. @throws {ConfigError} */
export function readConfig(): Config {
  return parseConfig(process.env);
}

/** Every variable the server reads, in the order of the schema. `defaultValue` is null when unset means unset. */
export const configVariables: readonly { name: VariableName; defaultValue: string | null; description: string }[] =
  Object.entries(schema.shape).map(([name, field]) => ({
    name: name as VariableName,
    defaultValue: field instanceof z.ZodDefault ? String(field.def.defaultValue) : null,
    description: field.description ?? '',
  }));

function toConfig(values: z.output<typeof schema>): Config {
  return {
    host: values.MNEMA_HOST,
    port: values.MNEMA_PORT,
    dataDirectory: values.MNEMA_DATA_DIR,
    bootstrapEmail: values.MNEMA_BOOTSTRAP_EMAIL,
    bootstrapPassword: values.MNEMA_BOOTSTRAP_PASSWORD,
    registration: values.MNEMA_REGISTRATION,
    restUserId: values.MNEMA_REST_USER_ID,
    sessionDays: values.MNEMA_SESSION_DAYS,
    metricsToken: values.MNEMA_METRICS_TOKEN,
    logLevel: values.MNEMA_LOG_LEVEL,
    localRuntime: values.MNEMA_LOCAL_RUNTIME,
  };
}

function isUnknown(name: string): boolean {
  return !(name in schema.shape) && !foreignNames.includes(name) && !name.startsWith(foreignPrefix);
}

function unknownProblem(name: string): string {
  const meant = closestName(name, Object.keys(schema.shape));
  const fix = meant ? `did you mean ${meant}?` : `unset it; the server knows ${Object.keys(schema.shape).join(', ')}.`;
  return `${name} is not a setting of the server: ${fix}`;
}

/** Repeats the value, so never for secrets. */
function says(requirement: string) {
  return ({ input }: { input?: unknown }) => `${requirement}; it is ${JSON.stringify(input)}`;
}

function wholeNumber(least: number, most: number) {
  const message = says(`must be a whole number from ${least} to ${most}`);
  const within = (text: string) => Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && within(text), { error: message })
    .transform(Number);
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: says(`must be one of ${values.join(', ')}`) });
}

/** A rule of the domain. Does not repeat the value. */
function rule(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
}
