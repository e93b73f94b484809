import { isPublicHost } from '../../lib/public-host.ts';

const maxLength = 2_048;

/**
 * Returns the fault of a webhook's URL; undefined if it is valid. Names are resolved at each delivery, which checks
 * their current addresses.
 */
export function webhookUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  const url = text.length <= maxLength && URL.canParse(text) ? new URL(text) : undefined;
  const protocols = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) {
    return `must be an https URL of at most ${maxLength} characters, like https://example.com/hooks/mnema`;
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'must have neither a user name nor a password nor a fragment: verify the signature of each delivery instead';
  }
  if (allowPrivate || isPublicHost(url.hostname)) return undefined;
  return 'is a private, loopback, link-local or metadata address: use a public host, or set MNEMA_WEBHOOK_ALLOW_PRIVATE=true on a private deployment';
}
