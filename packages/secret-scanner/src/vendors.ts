import { makeKeywordIndex } from './keyword-index.ts';
import type { SensitiveKind } from './sensitive-kinds.ts';
import { phrases } from './words.ts';

/** Issuers whose keys have no specific form. Only a name near the value identifies them. */
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
  ...phrases(`
    openai, anthropic, gemini, deepgram, assemblyai, elevenlabs, stability, huggingface, deepl, wolfram, postmark,
    sparkpost, mapbox, alchemy, infura, etherscan, openweather, newsapi, serpapi, giphy, unsplash, pexels, rapidapi,
    stripe, intercom, zendesk, jira, notion, segment, mixpanel, amplitude, rollbar, bugsnag, pagerduty, opsgenie,
    newrelic, new relic, splunk, elastic, circleci, travis, codecov, sonar, digitalocean, linode, vultr, hetzner,
    scaleway, fastly, akamai, cloudinary, pusher, ably, sendbird, plivo, vonage, nexmo, messagebird, telnyx, railway,
    upstash, replicate, groq`).map((name) => [name, 'api_key'] as const),
];

const visitVendors = makeKeywordIndex(vendors.map(([name], number) => [name, number] as const));

/**
 * Finds the kind of a key by the name of an issuer shortly before it. If there are several issuers, the first in the
 * list counts.
 */
export function vendorKind(folded: string, nameStart: number, valueStart: number): SensitiveKind | undefined {
  const near = folded.slice(Math.max(0, nameStart - 32), valueStart);
  let first = vendors.length;
  visitVendors(near, (number) => {
    first = Math.min(first, number);
  });
  return vendors[first]?.[1];
}
