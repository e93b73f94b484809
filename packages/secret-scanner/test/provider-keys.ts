import { join } from './make-secret-values.ts';
import { base62, base64Standard, base64Url, bech32, digits, lower, type SeededRandom, upper } from './seeded-random.ts';

export interface ProviderKey {
  kind: string;
  /** The usual name of the service. */
  service: string;
  /** The environment variable that its documentation uses. */
  variable: string;
  /** Whether only the words around the value identify it. */
  plain?: true;
  make(random: SeededRandom): string;
}

const base32 = `${upper}234567`;
const lowerDigits = lower + digits;
const openAiMark = join('T3B', 'lbk', 'FJ');

/** The prefixes are split, so that no scanner takes this file for a leak. */
export const providerKeys: readonly ProviderKey[] = [
  {
    kind: 'openai-key',
    service: 'OpenAI',
    variable: 'OPENAI_API_KEY',
    make: (r) =>
      r.pick([
        () => join('s', 'k-', 'proj-', r.text(base64Url, 74), openAiMark, r.text(base64Url, 73), r.text(base62, 1)),
        () => join('s', 'k-', 'svcacct-', r.text(base64Url, 58), openAiMark, r.text(base64Url, 57), r.text(base62, 1)),
        () => join('s', 'k-', r.text(base62, 20), openAiMark, r.text(base62, 20)),
      ])(),
  },
  {
    kind: 'anthropic-key',
    service: 'Anthropic',
    variable: 'ANTHROPIC_API_KEY',
    make: (r) => join('s', 'k-', 'ant-', r.pick(['api03', 'admin01']), '-', r.text(base64Url, 93), 'AA'),
  },
  {
    kind: 'google-api-key',
    service: 'Google Maps',
    variable: 'GOOGLE_API_KEY',
    make: (r) => join('AI', 'za', 'Sy', r.text(base64Url, 33)),
  },
  {
    kind: 'google-oauth-client-secret',
    service: 'Google OAuth',
    variable: 'GOOGLE_CLIENT_SECRET',
    make: (r) => join('GOC', 'SPX-', r.text(base64Url, 28)),
  },
  {
    kind: 'google-access-token',
    service: 'Google',
    variable: 'GOOGLE_ACCESS_TOKEN',
    make: (r) => join('ya', '29.', 'a0', r.text(base64Url, 160), r.text(base62, 1)),
  },
  {
    kind: 'aws-access-key-id',
    service: 'AWS',
    variable: 'AWS_ACCESS_KEY_ID',
    make: (r) => join(r.pick(['AK', 'AS']), 'IA', r.text(base32, 16)),
  },
  {
    kind: 'github-token',
    service: 'GitHub',
    variable: 'GITHUB_TOKEN',
    make: (r) => join('gh', r.pick(['p', 'o', 'u', 's', 'r']), '_', r.text(base62, 36)),
  },
  {
    kind: 'github-fine-grained-token',
    service: 'GitHub',
    variable: 'GH_TOKEN',
    make: (r) => join('github', '_pat_', '11', r.text(upper + digits, 20), '_', r.text(base62, 59)),
  },
  {
    kind: 'gitlab-token',
    service: 'GitLab',
    variable: 'GITLAB_TOKEN',
    make: (r) => join('gl', 'pat-', r.text(base64Url, 19), r.text(base62, 1)),
  },
  {
    kind: 'gitlab-runner-token',
    service: 'GitLab Runner',
    variable: 'RUNNER_TOKEN',
    make: (r) => join('gl', r.pick(['rt-', 'dt-', 'ft-']), r.text(base64Url, 19), r.text(base62, 1)),
  },
  {
    kind: 'slack-bot-token',
    service: 'Slack',
    variable: 'SLACK_BOT_TOKEN',
    make: (r) => join('xo', 'xb-', r.number(12), '-', r.number(13), '-', r.text(base62, 24)),
  },
  {
    kind: 'slack-user-token',
    service: 'Slack',
    variable: 'SLACK_USER_TOKEN',
    make: (r) => join('xo', 'xp-', r.number(12), '-', r.number(12), '-', r.number(13), '-', r.hex(32)),
  },
  {
    kind: 'slack-app-token',
    service: 'Slack',
    variable: 'SLACK_APP_TOKEN',
    make: (r) => join('xa', 'pp-1-', 'A0', r.text(upper + digits, 9), '-', r.number(13), '-', r.hex(64)),
  },
  {
    kind: 'stripe-secret-key',
    service: 'Stripe',
    variable: 'STRIPE_SECRET_KEY',
    make: (r) => join(r.pick(['s', 'r']), 'k_', r.pick(['live', 'test']), '_', r.text(base62, r.pick([24, 99]))),
  },
  {
    kind: 'stripe-webhook-secret',
    service: 'Stripe webhook',
    variable: 'STRIPE_WEBHOOK_SECRET',
    make: (r) => join('wh', 'sec_', r.text(base62, 32)),
  },
  {
    kind: 'twilio-key',
    service: 'Twilio',
    variable: 'TWILIO_API_KEY',
    make: (r) => join('S', 'K', r.hex(32)),
  },
  {
    kind: 'twilio-auth-token',
    service: 'Twilio',
    variable: 'TWILIO_AUTH_TOKEN',
    plain: true,
    make: (r) => r.hex(32),
  },
  {
    kind: 'sendgrid-key',
    service: 'SendGrid',
    variable: 'SENDGRID_API_KEY',
    make: (r) => join('S', 'G.', r.text(base64Url, 22), '.', r.text(base64Url, 42), r.text(base62, 1)),
  },
  {
    kind: 'mailgun-key',
    service: 'Mailgun',
    variable: 'MAILGUN_API_KEY',
    make: (r) => r.pick([() => join('ke', 'y-', r.hex(32)), () => join(r.hex(32), '-', r.hex(8), '-', r.hex(8))])(),
  },
  {
    kind: 'mailchimp-key',
    service: 'Mailchimp',
    variable: 'MAILCHIMP_API_KEY',
    make: (r) => join(r.hex(32), '-', 'us', String(r.between(10, 21))),
  },
  {
    kind: 'resend-key',
    service: 'Resend',
    variable: 'RESEND_API_KEY',
    make: (r) => join('r', 'e_', r.text(base62, 8), '_', r.text(base62, 24)),
  },
  { kind: 'npm-token', service: 'npm', variable: 'NPM_TOKEN', make: (r) => join('np', 'm_', r.text(base62, 36)) },
  {
    kind: 'pypi-token',
    service: 'PyPI',
    variable: 'TWINE_PASSWORD',
    make: (r) => join('py', 'pi-', 'AgEI', 'cHlwaS5vcmc', r.text(base64Url, 149), r.text(base62, 1)),
  },
  {
    kind: 'rubygems-key',
    service: 'RubyGems',
    variable: 'GEM_HOST_API_KEY',
    make: (r) => join('ruby', 'gems_', r.hex(48)),
  },
  {
    kind: 'hugging-face-token',
    service: 'Hugging Face',
    variable: 'HF_TOKEN',
    make: (r) => join('h', 'f_', r.text(lower + upper, 34)),
  },
  { kind: 'groq-key', service: 'Groq', variable: 'GROQ_API_KEY', make: (r) => join('gs', 'k_', r.text(base62, 52)) },
  { kind: 'xai-key', service: 'xAI', variable: 'XAI_API_KEY', make: (r) => join('x', 'ai-', r.text(base62, 80)) },
  {
    kind: 'openrouter-key',
    service: 'OpenRouter',
    variable: 'OPENROUTER_API_KEY',
    make: (r) => join('s', 'k-', 'or-', 'v1-', r.hex(64)),
  },
  {
    kind: 'replicate-token',
    service: 'Replicate',
    variable: 'REPLICATE_API_TOKEN',
    make: (r) => join('r', '8_', r.text(base62, 37)),
  },
  {
    kind: 'perplexity-key',
    service: 'Perplexity',
    variable: 'PERPLEXITY_API_KEY',
    make: (r) => join('pp', 'lx-', r.text(base62, 48)),
  },
  {
    kind: 'voyage-key',
    service: 'Voyage AI',
    variable: 'VOYAGE_API_KEY',
    make: (r) => join('p', 'a-', r.text(base64Url, 42), r.text(base62, 1)),
  },
  {
    kind: 'pinecone-key',
    service: 'Pinecone',
    variable: 'PINECONE_API_KEY',
    make: (r) => join('pc', 'sk_', r.text(base62, r.pick([5, 6])), '_', r.text(base62, 63)),
  },
  {
    kind: 'langsmith-key',
    service: 'LangSmith',
    variable: 'LANGSMITH_API_KEY',
    make: (r) => join('ls', 'v2_', r.pick(['pt', 'sk']), '_', r.hex(32), '_', r.hex(10)),
  },
  {
    kind: 'nvidia-key',
    service: 'NVIDIA',
    variable: 'NVIDIA_API_KEY',
    make: (r) => join('nv', 'api-', r.text(base64Url, 63), r.text(base62, 1)),
  },
  {
    kind: 'elevenlabs-key',
    service: 'ElevenLabs',
    variable: 'ELEVENLABS_API_KEY',
    make: (r) => join('s', 'k_', r.hex(48)),
  },
  {
    kind: 'deepseek-key',
    service: 'DeepSeek',
    variable: 'DEEPSEEK_API_KEY',
    make: (r) => join('s', 'k-', r.hex(32)),
  },
  {
    kind: 'cohere-key',
    service: 'Cohere',
    variable: 'CO_API_KEY',
    plain: true,
    make: (r) => r.text(base62, 40),
  },
  {
    kind: 'mistral-key',
    service: 'Mistral',
    variable: 'MISTRAL_API_KEY',
    plain: true,
    make: (r) => r.text(base62, 32),
  },
  {
    kind: 'tavily-key',
    service: 'Tavily',
    variable: 'TAVILY_API_KEY',
    make: (r) => join('tv', 'ly-', r.pick(['', 'dev-']), r.text(base62, 32)),
  },
  {
    kind: 'firecrawl-key',
    service: 'Firecrawl',
    variable: 'FIRECRAWL_API_KEY',
    make: (r) => join('f', 'c-', r.hex(32)),
  },
  {
    kind: 'supabase-token',
    service: 'Supabase',
    variable: 'SUPABASE_ACCESS_TOKEN',
    make: (r) =>
      r.pick([
        () => join('sb', 'p_', r.hex(40)),
        () => join('sb', '_secret_', r.text(base64Url, 30), r.text(base62, 1)),
      ])(),
  },
  {
    kind: 'neon-key',
    service: 'Neon',
    variable: 'NEON_API_KEY',
    make: (r) => join('na', 'pi_', r.text(lowerDigits, 64)),
  },
  {
    kind: 'digitalocean-token',
    service: 'DigitalOcean',
    variable: 'DIGITALOCEAN_TOKEN',
    make: (r) => join('d', 'o', r.pick(['p', 'o', 'r']), '_v1_', r.hex(64)),
  },
  {
    kind: 'heroku-key',
    service: 'Heroku',
    variable: 'HEROKU_API_KEY',
    make: (r) => join('HR', 'KU-', 'AA', r.text(base64Url, 57), r.text(base62, 1)),
  },
  {
    kind: 'netlify-token',
    service: 'Netlify',
    variable: 'NETLIFY_AUTH_TOKEN',
    make: (r) => join('nf', 'p_', r.text(base62, 36)),
  },
  {
    kind: 'vercel-token',
    service: 'Vercel',
    variable: 'VERCEL_TOKEN',
    make: (r) => join('vc', r.pick(['p', 'k']), '_', r.text(base62, 56)),
  },
  {
    kind: 'fly-token',
    service: 'Fly.io',
    variable: 'FLY_API_TOKEN',
    make: (r) => join('fm', '2_', 'lJPE', r.text(base64Standard, 300)),
  },
  {
    kind: 'cloudflare-token',
    service: 'Cloudflare',
    variable: 'CLOUDFLARE_API_TOKEN',
    plain: true,
    make: (r) => r.text(base64Url, 39) + r.text(base62, 1),
  },
  {
    kind: 'cloudflare-origin-key',
    service: 'Cloudflare Origin CA',
    variable: 'CLOUDFLARE_ORIGIN_CA_KEY',
    make: (r) => join('v1', '.0-', r.hex(24), '-', r.hex(146)),
  },
  {
    kind: 'doppler-token',
    service: 'Doppler',
    variable: 'DOPPLER_TOKEN',
    make: (r) => join('d', 'p.', r.pick(['pt', 'st.prd']), '.', r.text(base62, 43)),
  },
  {
    kind: 'vault-token',
    service: 'HashiCorp Vault',
    variable: 'VAULT_TOKEN',
    make: (r) => join('hv', 's.', r.text(base64Url, 94), r.text(base62, 1)),
  },
  {
    kind: 'terraform-token',
    service: 'Terraform Cloud',
    variable: 'TF_TOKEN_app_terraform_io',
    make: (r) => join(r.text(base62, 14), '.atl', 'asv1.', r.text(base62, 67)),
  },
  {
    kind: 'pulumi-token',
    service: 'Pulumi',
    variable: 'PULUMI_ACCESS_TOKEN',
    make: (r) => join('pu', 'l-', r.hex(40)),
  },
  {
    kind: 'databricks-token',
    service: 'Databricks',
    variable: 'DATABRICKS_TOKEN',
    make: (r) => join('da', 'pi', r.hex(32)),
  },
  {
    kind: 'grafana-token',
    service: 'Grafana',
    variable: 'GRAFANA_TOKEN',
    make: (r) => join('gl', 'sa_', r.text(base62, 32), '_', r.hex(8)),
  },
  {
    kind: 'datadog-key',
    service: 'Datadog',
    variable: 'DD_API_KEY',
    plain: true,
    make: (r) => r.hex(r.pick([32, 40])),
  },
  {
    kind: 'new-relic-key',
    service: 'New Relic',
    variable: 'NEW_RELIC_API_KEY',
    make: (r) => join('NR', 'AK-', r.text(upper + digits, 27)),
  },
  {
    kind: 'sentry-token',
    service: 'Sentry',
    variable: 'SENTRY_AUTH_TOKEN',
    make: (r) => join('sn', 'tryu_', r.hex(64)),
  },
  {
    kind: 'posthog-key',
    service: 'PostHog',
    variable: 'POSTHOG_PERSONAL_API_KEY',
    make: (r) => join('ph', 'x_', r.text(base62, 43)),
  },
  {
    kind: 'postman-key',
    service: 'Postman',
    variable: 'POSTMAN_API_KEY',
    make: (r) => join('PM', 'AK-', r.hex(24), '-', r.hex(34)),
  },
  {
    kind: 'shopify-token',
    service: 'Shopify',
    variable: 'SHOPIFY_ACCESS_TOKEN',
    make: (r) => join('sh', r.pick(['pat', 'pss', 'ppa', 'pca']), '_', r.hex(32)),
  },
  {
    kind: 'square-token',
    service: 'Square',
    variable: 'SQUARE_ACCESS_TOKEN',
    make: (r) =>
      r.pick([
        () => join('EA', 'AA', r.text(base64Url, 59), r.text(base62, 1)),
        () => join('sq', '0atp-', r.text(base64Url, 21), r.text(base62, 1)),
      ])(),
  },
  {
    kind: 'plaid-token',
    service: 'Plaid',
    variable: 'PLAID_ACCESS_TOKEN',
    make: (r) => join('acc', 'ess-', r.pick(['sandbox', 'production']), '-', r.uuid()),
  },
  {
    kind: 'discord-bot-token',
    service: 'Discord bot',
    variable: 'DISCORD_TOKEN',
    make: (r) =>
      join(
        Buffer.from(r.number(18)).toString('base64url'),
        '.',
        r.text(base64Url, 6),
        '.',
        r.text(base64Url, 37),
        r.text(base62, 1),
      ),
  },
  {
    kind: 'telegram-bot-token',
    service: 'Telegram bot',
    variable: 'TELEGRAM_BOT_TOKEN',
    make: (r) => join(r.number(10), ':', 'AA', r.text(base64Url, 32), r.text(base62, 1)),
  },
  {
    kind: 'notion-token',
    service: 'Notion',
    variable: 'NOTION_TOKEN',
    make: (r) =>
      r.pick([
        () => join('nt', 'n_', r.number(11), r.text(base62, 35)),
        () => join('sec', 'ret_', r.text(base62, 43)),
      ])(),
  },
  {
    kind: 'linear-key',
    service: 'Linear',
    variable: 'LINEAR_API_KEY',
    make: (r) => join('lin', '_api_', r.text(base62, 40)),
  },
  {
    kind: 'figma-token',
    service: 'Figma',
    variable: 'FIGMA_TOKEN',
    make: (r) => join('fi', 'gd_', r.text(base64Url, 39), r.text(base62, 1)),
  },
  {
    kind: 'airtable-token',
    service: 'Airtable',
    variable: 'AIRTABLE_TOKEN',
    make: (r) => join('pa', 't', r.text(base62, 14), '.', r.hex(64)),
  },
  {
    kind: 'atlassian-token',
    service: 'Jira',
    variable: 'ATLASSIAN_API_TOKEN',
    make: (r) => join('AT', 'ATT3', 'xFfGF0', r.text(base64Url, 171), '=', r.hex(8).toUpperCase()),
  },
  {
    kind: 'dropbox-token',
    service: 'Dropbox',
    variable: 'DROPBOX_ACCESS_TOKEN',
    make: (r) => join('s', 'l.', r.pick(['', 'u.']), r.text(base64Url, 134), r.text(base62, 1)),
  },
  {
    kind: 'docker-hub-token',
    service: 'Docker Hub',
    variable: 'DOCKERHUB_TOKEN',
    make: (r) => join('dc', 'kr_', 'pat_', r.text(base64Url, 26), r.text(base62, 1)),
  },
  {
    kind: 'tailscale-key',
    service: 'Tailscale',
    variable: 'TS_AUTHKEY',
    make: (r) => join('ts', 'key-', r.pick(['auth', 'api']), '-k', r.text(base62, 10), 'CNTRL-', r.text(base62, 32)),
  },
  {
    kind: 'facebook-token',
    service: 'Facebook',
    variable: 'FB_PAGE_ACCESS_TOKEN',
    make: (r) => join('EA', 'A', r.pick(['C', 'M']), r.text(base62, 160)),
  },
  {
    kind: 'planetscale-token',
    service: 'PlanetScale',
    variable: 'PLANETSCALE_TOKEN',
    make: (r) => join('psc', 'ale_', r.pick(['tkn', 'pw']), '_', r.text(base62, 43)),
  },
  {
    kind: 'circleci-token',
    service: 'CircleCI',
    variable: 'CIRCLECI_TOKEN',
    make: (r) => join('CC', 'IPAT_', r.text(base62, 22), '_', r.hex(40)),
  },
  {
    kind: 'buildkite-token',
    service: 'Buildkite',
    variable: 'BUILDKITE_API_TOKEN',
    make: (r) => join('bk', 'ua_', r.hex(40)),
  },
  {
    kind: 'azure-client-secret',
    service: 'Azure AD',
    variable: 'AZURE_CLIENT_SECRET',
    make: (r) =>
      join(r.text(base62, 3), String(r.between(7, 8)), 'Q', '~', r.text(`${base62}_~.-`, 33), r.text(base62, 1)),
  },
  {
    kind: 'age-secret-key',
    service: 'age',
    variable: 'SOPS_AGE_KEY',
    make: (r) => join('AGE-', 'SECRET', '-KEY-1', r.text(bech32, 58).toUpperCase()),
  },
];
