import { networkCode } from '../../lib/network-error.ts';

/** In a word or two. In its own answers Redis may name servers and keys: of these, the first word is the kind. */
export function kindOfFailure(error: Error): string {
  const word = isReply(error) ? /^[A-Z]+\b/.exec(error.message)?.[0] : undefined;
  return networkCode(error) ?? word ?? (/timed out/i.test(error.message) ? 'it does not answer in time' : error.name);
}

/** Whether Redis itself said so. */
export function isReply(error: Error): boolean {
  return error.name === 'ReplyError';
}
