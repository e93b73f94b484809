// Writes docs/reference/configuration.md from the settings of the server. `--check` changes nothing and fails on a
// difference.
import { configVariables } from '../server/src/config/config.ts';
import { writePage } from './documents/write-page.mjs';

/** Each group ends where the next one begins. */
const groups = [
  ['Server and storage', 'MNEMA_HOST'],
  ['Accounts and content', 'MNEMA_BOOTSTRAP_EMAIL'],
  ['Network', 'MNEMA_RATE_LIMITS'],
  ['Logs and metrics', 'MNEMA_LOG_RETENTION_DAYS'],
  ['Processes and Redis', 'MNEMA_ROLES'],
  ['Search and embeddings', 'MNEMA_CACHE_MB'],
  ['Extraction and reranking', 'MNEMA_EXTRACTOR'],
  ['Providers', 'MNEMA_COHERE_BASE_URL'],
  ['Traces', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
];

const introduction = `# Configuration

Settings are environment variables. A misspelt \`MNEMA_\` variable stops the server, so that it is not ignored.

A secret can be in a file: append \`_FILE\` to the name of its variable and set it to the path. This works for \`MNEMA_MONGODB_URI\`, \`MNEMA_BOOTSTRAP_PASSWORD\`, \`MNEMA_METRICS_TOKEN\`, \`MNEMA_REDIS_URL\`, \`COHERE_API_KEY\` and \`OPENAI_API_KEY\`. One line break at the end of the file is ignored.
`;

function table(variables) {
  const rows = variables.map(({ name, defaultValue, description }) => {
    const value = defaultValue === null ? '' : `\`${defaultValue}\``;
    return `| \`${name}\` | ${value} | ${description} |`;
  });
  return ['| Variable | Default | Description |', '|---|---|---|', ...rows].join('\n');
}

const begins = groups.map(([, first]) => configVariables.findIndex(({ name }) => name === first));
if (begins[0] !== 0 || begins.some((begin, index) => index > 0 && begin <= begins[index - 1])) {
  throw new Error('A group begins with a variable that does not exist, or out of order: see `groups`.');
}
const sections = groups.map(
  ([title], index) => `## ${title}\n\n${table(configVariables.slice(begins[index], begins[index + 1]))}\n`,
);

writePage('docs/reference/configuration.md', [introduction, ...sections].join('\n'));
