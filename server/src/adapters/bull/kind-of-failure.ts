import { networkCode } from '../../lib/network-error.ts';

/** Names a failure in a word or two. Only the first word of Redis's responses is used: the rest may hold keys. */
export function kindOfFailure(error: Error): string {
  const word = isReply(error) ? /^[A-Z]+\b/.exec(error.message)?.[0] : undefined;
  return networkCode(error) ?? word ?? (/timed out/i.test(error.message) ? 'it does not answer in time' : error.name);
}

/** Whether the error is a response of Redis. */
export function isReply(error: Error): boolean {
  return error.name === 'ReplyError';
}
