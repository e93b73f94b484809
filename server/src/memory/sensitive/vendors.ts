import type { SensitiveKind } from './sensitive-kinds.ts';

/** Issuers whose keys have no mark of their own: the name near the value tells. */
const vendors: readonly (readonly [name: string, kind: SensitiveKind])[] = [
  ['adobe', 'adobe_secret'],
  ['algolia', 'algolia_key'],
  ['asana', 'asana_token'],
  ['atlassian', 'atlassian_token'],
  ['aws', 'aws_secret_key'],
  ['azure', 'azure_client_secret'],
  ['braintree', 'braintree_token'],
  ['cloudflare', 'cloudflare_token'],
  ['cohere', 'cohere_key'],
  ['datadog', 'datadog_key'],
  ['dd_', 'datadog_key'],
  ['fireworks', 'fireworks_key'],
  ['fcm', 'firebase_key'],
  ['firebase', 'firebase_key'],
  ['heroku', 'heroku_key'],
  ['linear', 'linear_key'],
  ['mailgun', 'mailgun_key'],
  ['mistral', 'mistral_key'],
  ['netlify', 'netlify_token'],
  ['okta', 'okta_token'],
  ['paypal', 'paypal_secret'],
  ['pinecone', 'pinecone_key'],
  ['sentry', 'sentry_token'],
  ['sharedaccesskey', 'azure_storage_key'],
  ['accountkey', 'azure_storage_key'],
  ['snyk', 'snyk_token'],
  ['together', 'together_key'],
  ['twilio', 'twilio_key'],
  ['twitch', 'twitch_token'],
  ['vercel', 'vercel_token'],
];

/** Whose key stands at `valueStart`, when a name of `vendors` stands shortly before. */
export function vendorKind(folded: string, nameStart: number, valueStart: number): SensitiveKind | undefined {
  const near = folded.slice(Math.max(0, nameStart - 32), valueStart);
  return vendors.find(([name]) => near.includes(name))?.[1];
}
