import { foldCase } from './keyword-index.ts';
import type { SensitiveKind } from './sensitive-kinds.ts';
import { isMasked, isPlaceholder, looksRandom } from './value-checks.ts';

/**
 * A secret with more structure than a prefix and a run. `pattern` is sticky and is tried where one of the `keywords`
 * (lower case) begins. Its group `secret` is the secret, or else the whole match.
 */
export interface TextRule {
  kind: SensitiveKind;
  keywords: readonly string[];
  pattern: RegExp;
  check?: (secret: string, text: string, at: number) => boolean;
  rank?: 1 | 2 | 3;
}

const notPlaceholder = (secret: string) => !isPlaceholder(secret);
const databases =
  /^(?:postgres|postgresql|mysql|mysql2|mariadb|mongodb|redis|rediss|mssql|sqlserver|oracle|clickhouse|cockroachdb|cassandra|neo4j|bolt|couchdb|jdbc|db2|influxdb|valkey|memcached|snowflake|libsql)/;

export const textRules: readonly TextRule[] = [
  // Tokens of several parts:
  {
    kind: 'jwt',
    keywords: ['eyj'],
    pattern: /(?:(?<![\w.-])|(?<=\\[nrt]|%3D|=3D|\[\d{1,3}m))eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*){1,3}(?![\w-])/dy,
  },
  { kind: 'sendgrid_key', keywords: ['sg.'], pattern: /(?<![\w.-])SG\.[\w-]{16,32}\.[\w-]{30,64}(?![\w-])/dy },
  {
    kind: 'telegram_token',
    keywords: [':aa'],
    pattern: /(?<=(?<![\w.:-])(?<before>(?:bot)?\d{8,10})):AA[\w-]{32,34}(?![\w-])/dy,
  },
  {
    kind: 'azure_client_secret',
    keywords: ['q~'],
    pattern: /(?<=(?<![\w~.-])(?<before>[\w~.-]{3}\d))Q~[\w~.-]{30,36}(?![\w~-])/dy,
  },
  {
    kind: 'terraform_token',
    keywords: ['.atlasv1.'],
    pattern: /(?<=(?<!\w)(?<before>\w{14}))\.atlasv1\.[\w=-]{40,}/dy,
  },
  { kind: 'mailchimp_key', keywords: ['-us'], pattern: /(?<=(?<!\w)(?<before>[0-9a-f]{32}))-us\d{1,2}(?!\w)/dy },
  { kind: 'new_relic_key', keywords: ['nral'], pattern: /(?<=(?<!\w)(?<before>[0-9a-f]{36}))NRAL(?!\w)/dy },
  {
    kind: 'braintree_token',
    keywords: ['access_token$'],
    pattern: /access_token\$(?:production|sandbox)\$\w{12,20}\$[0-9a-f]{32}(?!\w)/dy,
  },
  {
    kind: 'plaid_token',
    keywords: ['access-production-', 'access-sandbox-', 'access-development-'],
    pattern: /access-[a-z]+-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)/dy,
  },
  {
    kind: 'asana_token',
    keywords: ['1/', '2/'],
    pattern: /(?<![\w./-])[12]\/(?:\d{12,18}\/)?\d{12,18}:[0-9a-f]{32}(?!\w)/dy,
  },
  { kind: 'clickup_token', keywords: ['pk_'], pattern: /(?<!\w)pk_\d{5,12}_[A-Z0-9]{28,36}(?!\w)/dy },
  {
    kind: 'google_client_secret',
    keywords: ['"private_key_id"'],
    pattern: /"private_key_id"\s{0,8}:\s{0,8}"(?<secret>[0-9a-f]{40})"/dy,
  },
  { kind: 'yandex_key', keywords: ['t1.'], pattern: /(?<![\w.-])t1\.[\w=-]{20,}\.[\w=-]{40,}(?![\w-])/dy },
  {
    kind: 'twitter_token',
    keywords: ['0-', '1-', '2-', '3-', '4-', '5-', '6-', '7-', '8-', '9-'],
    pattern: /(?<=(?<![\w.-])(?<before>\d{14,24}))-[A-Za-z0-9]{38,42}(?![\w-])/dy,
    check: (secret) => looksRandom(secret.slice(-38)),
  },
  // Tokens of any issuer that names its environments: abc_live_…, abc_secret_….
  {
    kind: 'api_key',
    keywords: [
      '_live_',
      '_test_',
      '_prod_',
      '_secret_',
      '_pat_',
      '_sk_',
      '_api_',
      '-live-',
      '-prod-',
      '_key_',
      '_token_',
    ],
    pattern:
      /(?<=(?<![\w-])(?<before>[A-Za-z][A-Za-z0-9]{1,11}))[_-](?:live|test|prod|secret|pat|sk|api|key|token)[_-][A-Za-z0-9]{24,100}(?![\w-])/diy,
    check: (secret) => !/^(?:pk|pub|public|publishable)/i.test(secret) && looksRandom(secret.slice(-24)),
    rank: 2,
  },
  {
    kind: 'encryption_key',
    keywords: ['django-insecure-'],
    pattern: /django-insecure-[a-z0-9!@#$%^&*(=_+)-]{40,60}/dy,
    check: (secret) => !isMasked(secret) && /\d/.test(secret),
  },
  // Web addresses that are credentials:
  {
    kind: 'slack_webhook',
    keywords: ['hooks.slack.com/'],
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/]{24,120})/diy,
    check: random,
  },
  {
    kind: 'discord_webhook',
    keywords: ['/api/webhooks/', '/webhooks/'],
    pattern:
      /(?<=discord(?:app)?\.com(?:\/api)?(?:\/v\d\d?)?)(?:\/api)?\/webhooks\/(?<secret>\d{10,24}\/[\w-]{30,100})/diy,
  },
  {
    kind: 'teams_webhook',
    keywords: ['/webhookb2/', '/incomingwebhook/'],
    pattern: /\/(?:webhookb2|IncomingWebhook)\/(?<secret>[\w@/-]{32,300})/diy,
    check: random,
  },
  {
    kind: 'signed_url',
    keywords: ['x-amz-signature=', 'x-goog-signature=', '&signature=', '?sig=', '&sig='],
    pattern: /(?:x-(?:amz|goog)-|[?&])(?:signature|sig)=(?<secret>[\w%+/=~.-]{24,1000})/diy,
    check: random,
  },
  {
    kind: 'signed_url',
    keywords: ['x-amz-security-token='],
    pattern: /x-amz-security-token=(?<secret>[\w%+/=~.-]{40,3000})/diy,
  },
  {
    kind: 'url_password',
    keywords: ['://'],
    pattern:
      /(?<=(?<scheme>[a-z][a-z0-9+.-]{1,24})):\/\/(?<user>[^\s/?#:@"'`<>\\]{0,120}):(?<secret>[^\s/@"'`<>\\]{1,200}(?:[/@][^\s/@"'`<>\\]{1,60})?)@(?=[\w[$%{]|-)/diy,
  },
  {
    kind: 'url_password',
    keywords: ['://'],
    pattern: /:\/\/(?<secret>[\w-]{20,200}):?(?:x-oauth-basic)?@(?=\w)/diy,
    check: (secret, text, at) => random(secret) && !isPublicSentryKey(secret, text, at),
  },
  // Headers:
  {
    kind: 'authorization_header',
    keywords: ['bearer ', 'bearer%20', 'bearer:', 'bearer\t', 'bearer\n', 'bearer\r'],
    pattern: /bearer(?:[ \t:]{0,4}\r?\n[ \t>]{0,12}|[ \t:]{1,4}|%20)["'`]?(?<secret>[\w.~+/=:-]{12,4000})/diy,
    check: random,
  },
  {
    kind: 'authorization_header',
    keywords: ['basic ', 'basic\n', 'basic\r'],
    pattern: /(?<!\w)basic(?: {1,4}| {0,4}\r?\n[ \t>]{0,12})(?<secret>[A-Za-z0-9+/]{8,1000}={0,2})/diy,
    check: decodesToPair,
  },
  {
    kind: 'authorization_header',
    keywords: ['authorization:', 'authorization":', "authorization':", 'authorization"=', 'authorization ='],
    pattern:
      /authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["'`]?(?:(?:token|apikey|api-key|key|digest|negotiate|ntlm|splunk|genie-?key|sso-key|jwt|mac|hawk|oauth|discogs|bot)\s{1,4}(?:token=|key=)?)?["']?(?<secret>[\w.~+/=:-]{12,4000})/diy,
    check: random,
  },
  {
    kind: 'docker_hub_token',
    keywords: ['"auth"'],
    pattern: /"auth"\s{0,8}:\s{0,8}"(?<secret>[A-Za-z0-9+/]{8,1000}={0,2})"/dy,
    check: decodesToPair,
  },
  {
    kind: 'cookie',
    keywords: ['cookie:', 'cookie":', "cookie':", 'cookie ='],
    pattern: /cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["'`]?(?<secret>[\w.$%!#&*+^`|~-]{1,100}=[^\r\n"']{1,4000})/diy,
    check: holdsSession,
    rank: 3,
  },
  {
    kind: 'cookie',
    keywords: [
      'phpsessid',
      'jsessionid',
      'connect.sid',
      'asp.net_sessionid',
      '.aspxauth',
      '_session=',
      'session-token',
      '-session=',
      'sessionid=',
      'sessid=',
      'li_at',
      'cf_clearance',
      'wordpress_logged_in',
      'sb-access-token',
      'sb-refresh-token',
      '.sid=',
      '__session',
      'session=',
    ],
    pattern: /[\w.-]{4,60}[=:]\s?["']?(?<secret>[\w%.~+/:|=-]{16,4000})/dy,
    check: random,
  },
  // Command lines:
  {
    kind: 'credentials',
    keywords: ['-u ', '--user ', '--user=', '-u\t'],
    pattern: /(?<=\s)(?:-u|--user)[ =\t]{1,4}["']?[^\s:"'<$]{1,80}:(?<secret>[^\s"']{3,200})/dy,
    check: notPlaceholder,
  },
  {
    kind: 'password',
    keywords: [' -p'],
    pattern: / -p["']?(?<secret>[^\s"'-][^\s"']{4,100})/dy,
    check: afterPasswordTaker,
  },
  {
    kind: 'password',
    keywords: [' -p ', ' -a ', ' -w '],
    pattern: / -[paw] ["']?(?<secret>[^\s"'<$-][^\s"']{4,100})/dy,
    check: afterPasswordTaker,
  },
  {
    kind: 'password',
    keywords: ['identified by', 'identified with'],
    pattern:
      /identified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?["'](?<secret>[^"'\n]{3,200})["']/diy,
    check: notPlaceholder,
  },
  {
    kind: 'password',
    keywords: ['machine '],
    pattern: /machine \S{1,200}\s{1,8}login \S{1,100}\s{1,8}password (?<secret>\S{3,200})/diy,
    check: notPlaceholder,
  },
  // Lines of files with passwords:
  {
    kind: 'password_hash',
    keywords: [
      ...[':$1$', ':$5$', ':$6$', ':$7$', ':$y$', ':$gy$', ':$2a$', ':$2b$', ':$2y$', ':$apr1$', ':$argon2'],
      // Compose files double each dollar.
      ...[':$$2', ':$$apr1', ':{sha}', ':{ssha}'],
    ],
    pattern:
      /(?<=(?<![\w.@$-])[\w.@$-]{1,64}):(?<secret>\$\$?2[aby]\$\$?\d\d\$\$?[\w./]{53}|\$\$?(?:[1567y]|gy|apr1|argon2i?d?)\$[\w./$=,+-]{20,300}[\w/]|\{S?SHA\}[\w+/]{26,100}={0,2})/dy,
    check: (secret) => !isMasked(secret) && !/EXAMPLE/.test(secret) && new Set(secret.slice(-20)).size >= 8,
  },
  {
    kind: 'password',
    keywords: [...'0123456789*'].map((first) => `:${first}`),
    pattern:
      /:(?=(?<port>\d{4,5}|\*):[A-Za-z_*])(?<=(?<![^\s"'`>(=])(?:[\w.-]{1,100}|\*):)(?:\d{4,5}|\*):(?:[\w-]{1,63}|\*):(?:[\w.@-]{1,63}|\*):(?<secret>(?:[^\s:\\"'`]|\\[:\\]){3,99}[^\s:\\"'`.,;)])(?![^\s:]{0,9}:)/dy,
    check: inPasswordFile,
  },
  // Keys without their frame:
  {
    kind: 'aws_secret_key',
    keywords: ['akia', 'asia'],
    pattern:
      /(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9+/]{1,8}(?:[A-Za-z0-9]{1,30}[^A-Za-z0-9+/\n]{1,8}){0,6}(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/dy,
    check: random,
    rank: 2,
  },
  {
    kind: 'private_key',
    keywords: ['miie', 'miic', 'miij', 'miib', 'mhcc', 'mc4c', 'migh', 'migt', 'mihc', 'b3blbnnzac1r'],
    pattern:
      /(?<![\w+/=])(?:MII[A-Za-z][\w+/]{2}IBAAK[BC]|MII[A-Za-z][\w+/]{2}IBADANBgkqhkiG9w0BAQEFAASC|M[CI][G4HI]\w{3,8}BQYDK2V|MIGHAgEAMB|MHcCAQEE|b3BlbnNzaC1rZXktdjE)[\w+/\s=\\]{40,8000}/dy,
  },
  {
    kind: 'private_key',
    keywords: ['ls0tls1crudjti'],
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,20000}={0,2}/dy,
    check: (secret) => Buffer.from(secret.slice(0, 80), 'base64').toString('latin1').includes('PRIVATE KEY'),
  },
  {
    kind: 'certificate',
    keywords: ['ls0tls1crudjti'],
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,20000}={0,2}/dy,
    check: (secret) => Buffer.from(secret.slice(0, 80), 'base64').toString('latin1').includes('CERTIFICATE'),
  },
  {
    kind: 'json_web_key',
    keywords: ['"d"'],
    pattern: /"d"\s{0,4}:\s{0,4}"(?<secret>[\w-]{32,1000})"/dy,
    check: (_, text, at) => /"kty"/.test(text.slice(Math.max(0, at - 800), at + 800)),
  },
  {
    kind: 'private_key',
    keywords: ['private-lines:'],
    pattern: /Private-Lines: \d{1,4}(?<secret>(?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{16,100}){1,100})/dy,
  },
  {
    kind: 'seed_phrase',
    keywords: ['seed', 'mnemonic', 'recovery phrase', 'backup phrase', 'wallet phrase'],
    pattern:
      /(?:seed(?:[ -]?(?:phrase|words))?|mnemonic(?:[ -](?:phrase|words|code))?|(?:recovery|backup|wallet) phrase)[^.\n:=]{0,40}(?::|=| is| are)[\s"'`([]{0,6}(?<secret>[a-z]{3,8}(?:[\s,]{1,3}(?:\d{1,2}[.)]\s?)?[a-z]{3,8}){11,23})(?![a-z])/diy,
  },
];

function random(secret: string): boolean {
  return !isPlaceholder(secret) && looksRandom(secret);
}

/** Whether the secret is the public half of a Sentry address. */
function isPublicSentryKey(secret: string, text: string, at: number): boolean {
  const end = at + 3 + secret.length;
  return /^@(?:o\d{1,12}\.)?(?:ingest\.)?(?:[a-z]{2}\.)?sentry\.io\//.test(text.slice(end, end + 60));
}

/** Whether the secret is `user:password` in base 64. */
function decodesToPair(secret: string): boolean {
  const decoded = Buffer.from(secret, 'base64').toString('latin1');
  return /^[\x21-\x39\x3b-\x7e]{1,200}:[\x20-\x7e]{3}/.test(decoded) && !/[^\x20-\x7e]/.test(decoded);
}

/** The ports of PostgreSQL, its proxies and databases that speak its protocol, and any port of a password file. */
const databasePort = /^:(?:\d?543\d|6432|6543|26257|\*):/;

/** Whether the last field of `host:port:database:user:password` is a password. Logs have similar fields. */
function inPasswordFile(secret: string, text: string, at: number): boolean {
  return !isPlaceholder(secret) && (databasePort.test(text.slice(at, at + 8)) || looksRandom(secret));
}

/** Whether at least one of the cookies identifies somebody. */
function holdsSession(secret: string): boolean {
  return secret.split(';').some((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) return false;
    const value = pair.slice(equals + 1).trim();
    const names = /sess|sid|auth|token|jwt|login|remember|csrf|key|cart|uid|user/i.test(pair.slice(0, equals));
    return !isPlaceholder(value) && (looksRandom(value) || (names && value.length >= 6 && /\d/.test(value)));
  });
}

/** Programs whose option -p, -a or -w is a password. */
const passwordTakers = [
  ...['mysql', 'mariadb', 'mongo', 'sshpass', 'docker login', 'podman login', 'redis-cli', 'ldapsearch', 'sqlcmd'],
  ...['smbclient', 'htpasswd', 'zip ', '7z '],
];

function afterPasswordTaker(secret: string, text: string, at: number): boolean {
  const before = foldCase(text.slice(Math.max(0, at - 160), at + 1));
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (
    passwordTakers.some((program) => line.includes(program)) &&
    !isPlaceholder(secret) &&
    /[^a-z/.-]/.test(secret) &&
    !/^\d{1,5}(?::\d{1,5})?$/.test(secret)
  );
}

/** Returns the kind of a URL with a password, which depends on its scheme. */
export function urlKind(scheme: string): SensitiveKind {
  return databases.test(foldCase(scheme)) ? 'database_url' : 'url_password';
}

export interface ShapeRule {
  kind: SensitiveKind;
  /** A part that every match has. Most texts do not have it, and it is found faster. */
  part?: RegExp;
  pattern: RegExp;
  check: (secret: string) => boolean;
}

/** Rules without a keyword, which search the whole text. They are linear, because each match begins with its run. */
export const shapeRules: readonly ShapeRule[] = [
  {
    kind: 'discord_token',
    pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
    check: looksRandom,
  },
  {
    kind: 'mailgun_key',
    part: /-[0-9a-f]{8}-[0-9a-f]{8}/,
    pattern: /(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/g,
    check: looksRandom,
  },
];
