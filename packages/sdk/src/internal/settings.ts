import { MnemaError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Fetch, MnemaOptions } from '../options.ts';
import { version } from '../version.ts';
import { describeRuntime, isBrowser, readVariable } from './environment.ts';
import { readHeaders } from './headers.ts';
import { createLog } from './log.ts';
import type { Scope } from './scope.ts';

const defaultBaseUrl = 'http://127.0.0.1:8787';
const defaultTimeoutMs = 60_000;
const defaultMaxRetries = 2;

/** The checked settings of a client. */
export interface Settings {
  apiKey: string | undefined;
  accessToken: string | undefined;
  /** The URL without a slash at its end. */
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: Fetch;
  /** The headers with names in lower case. */
  headers: Record<string, string>;
  log: Logger;
  scope: Scope;
}

const invalid = (message: string, code = 'configuration'): MnemaError => new MnemaError(message, { code });

/** @throws {MnemaError} with the given code unless it is a valid number of milliseconds. */
export function checkTimeout(timeoutMs: number, code?: string): number {
  if (typeof timeoutMs === 'number' && timeoutMs > 0) return timeoutMs;
  throw invalid(`timeoutMs ${timeoutMs} must be a number of milliseconds above 0`, code);
}

/** @throws {MnemaError} with the given code unless it is a valid number of attempts. */
export function checkMaxRetries(maxRetries: number, code?: string): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw invalid(`maxRetries ${maxRetries} must be a whole number from 0`, code);
}

const optionNames: Record<keyof MnemaOptions, true> = {
  apiKey: true,
  accessToken: true,
  baseUrl: true,
  timeoutMs: true,
  maxRetries: true,
  fetch: true,
  headers: true,
  logger: true,
  logLevel: true,
  dangerouslyAllowBrowser: true,
};

/** Rejects names such as `baseURL`, which would be without effect. */
function checkNames(given: object): void {
  const known = Object.keys(optionNames);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const plain = name.replaceAll('_', '').toLowerCase();
    const meant = known.find((one) => one.toLowerCase().startsWith(plain)) ?? known.join(' or ');
    throw invalid(`a client has no option ${name}: did you mean ${meant}?`);
  }
}

function checkBaseUrl(text: string): string {
  const wanted = `an http or https address without a query, like ${defaultBaseUrl}`;
  if (typeof text !== 'string') throw invalid(`baseUrl must be ${wanted}`);
  // The part before an @ may contain a password, so such an address is not repeated.
  const shown = text.includes('@') ? 'baseUrl' : `baseUrl ${JSON.stringify(text)}`;
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // invalid URLs are rejected below
  }
  if (!url || text !== text.trim() || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw invalid(`${shown} must be ${wanted}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('baseUrl must not contain a user name or a password');
  }
  // Bounded input: the setting comes from the caller. The URL has no braces, which would be filled in as names.
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

function checkCredential(name: string, value: string | null | undefined): string | undefined {
  if (value === null) throw invalid(`${name} is null: its secret was in a response that was lost, so rotate the key`);
  // A line break or a blank would fail in fetch with a message that repeats the secret.
  if (value === undefined || (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value))) return value;
  throw invalid(`${name} is empty or contains characters that cannot be sent: leave it out, or pass it unchanged`);
}

/** @throws {MnemaError} `configuration`: with the wrong option and what it must be. */
export function readSettings(options: MnemaOptions): Settings {
  if (typeof options !== 'object' || options === null) throw invalid('options must be an object');
  checkNames(options);
  const accessToken = checkCredential('accessToken', options.accessToken);
  const variable =
    accessToken === undefined && options.apiKey === undefined ? readVariable('MNEMA_API_KEY') : undefined;
  const apiKey = checkCredential('apiKey', options.apiKey === undefined ? variable : options.apiKey);
  if (apiKey !== undefined && isBrowser() && options.dangerouslyAllowBrowser !== true) {
    throw invalid(
      'everybody who opens a web page can read its apiKey: call Mnema from a server, or sign in and pass accessToken. If only you use the page, pass dangerouslyAllowBrowser: true',
    );
  }
  return {
    apiKey,
    accessToken,
    baseUrl: checkBaseUrl(options.baseUrl ?? readVariable('MNEMA_BASE_URL') ?? defaultBaseUrl),
    timeoutMs: checkTimeout(options.timeoutMs ?? defaultTimeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? defaultMaxRetries),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: {
      accept: 'application/json',
      'user-agent': `mnema-typescript/${version} (${describeRuntime()})`,
      ...readHeaders(options.headers, 'configuration'),
    },
    log: createLog(options.logger, options.logLevel),
    scope: {},
  };
}
