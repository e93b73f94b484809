import { bareCarriers, namingCarriers } from './key-carriers.ts';
import {
  type CardBrand,
  type IbanCountry,
  join,
  makeCard,
  makeGenericKey,
  makeJwt,
  makePassphrase,
  makePassword,
  makePem,
  makeRandomIban,
  makeSeedPhrase,
  makeSocialSecurityNumber,
  makeStrongPassword,
  makeWeakPassword,
  makeWordPassword,
  type PemLabel,
} from './make-secret-values.ts';
import { providerKeys } from './provider-keys.ts';
import { base62, base64Standard, base64Url, digits, lower, SeededRandom, upper } from './seeded-random.ts';

export interface SecretText {
  kind: string;
  text: string;
  /** The part of the text that must not be stored. */
  secret: string;
}

type Carrier = (secret: string) => string;
type Make = (random: SeededRandom, index: number) => string;

/**
 * Makes memories, chat lines, code, configuration and logs with one secret each. They are the same for the same seed.
 */
export function secretCorpus(seed: number): SecretText[] {
  const random = new SeededRandom(seed);
  return [
    ...providerKeyTexts(random),
    ...carried(random, passwordTexts),
    ...carried(random, codeTexts),
    ...carried(random, tokenTexts),
    ...carried(random, numberTexts),
    ...keyBlockTexts(random),
    ...carried(random, urlTexts),
  ];
}

type Texts = readonly { kind: string; make: Make; carriers: readonly Carrier[] }[];

function carried(random: SeededRandom, texts: Texts): SecretText[] {
  return texts.flatMap(({ kind, make, carriers }) =>
    carriers.map((carrier, index) => {
      const secret = make(random, index);
      return { kind, secret, text: carrier(secret) };
    }),
  );
}

function providerKeyTexts(random: SeededRandom): SecretText[] {
  return providerKeys.flatMap(({ kind, service, variable, plain, make }) => {
    const naming = random.shuffled(namingCarriers);
    const carriers = plain ? naming.slice(0, 3) : [...naming.slice(0, 2), random.pick(bareCarriers)];
    return carriers.map((carrier) => {
      const value = make(random);
      return { kind, secret: value, text: carrier({ service, variable, value }) };
    });
  });
}

const passwordTexts: Texts = [
  {
    kind: 'password-sentence-strong',
    make: makeStrongPassword,
    carriers: [
      (p) => `My password is ${p}`,
      (p) => `The admin password for the staging server is ${p}.`,
      (p) => `Just so you know, the wifi password at the office is "${p}", ask Lena if it changes.`,
      (p) => `user: what was my router password again?\nassistant: Your router password is ${p}.`,
      (p) => `I changed the password to ${p} yesterday`,
      (p) => `The new password: ${p}`,
      (p) => `Password for the shared mailbox = ${p}`,
      (p) => `Please store that the database password was reset to \`${p}\` on Tuesday.`,
      (p) => `She uses ${p} as her password for everything.`,
      (p) => `root's password on the build box is: ${p}`,
    ],
  },
  {
    kind: 'password-sentence-weak',
    make: makeWeakPassword,
    carriers: [
      (p) => `my password is ${p}`,
      (p) => `the password's ${p} btw`,
      (p) => `Netflix password: ${p}`,
      (p) => `Wi-Fi: GuestNet / password: ${p}`,
      (p) => `My laptop passcode is ${p}, in case you need it.`,
      (p) => `Remember: the password for the zip file is '${p}'.`,
      (p) => `pw: ${p}`,
      (p) => `pass: ${p}`,
      (p) => `pwd=${p}`,
      (p) => `passwd ${p}`,
      (p) => `User prefers the terse style. Their password (${p}) must be typed by hand.`,
      (p) => `I set "${p}" as the password of the test account.`,
    ],
  },
  {
    kind: 'password-one-word',
    make: makeWordPassword,
    carriers: [
      (p) => `my email password is ${p}`,
      (p) => `password: ${p}`,
      (p) => `The wifi password is "${p}".`,
      (p) => `pw: ${p}`,
    ],
  },
  {
    kind: 'passphrase',
    make: (r) => makePassphrase(r, r.pick([' ', '-', '.'])),
    carriers: [
      (p) => `The passphrase of my SSH key is "${p}".`,
      (p) => `passphrase: ${p}`,
      (p) => `My master password is "${p}"`,
      (p) => `Vault password: '${p}'`,
    ],
  },
  {
    kind: 'login-pair',
    make: makePassword,
    carriers: [
      (p) => `login with alice / ${p}`,
      (p) => `Log in as admin with ${p}`,
      (p) => `user: deploy\npass: ${p}`,
      (p) => `username: bob.miller@example.com, password: ${p}`,
      (p) => `Credentials for the demo: demo@example.org / ${p}`,
      (p) => `creds: root:${p}`,
      (p) => `login: maria  pw: ${p}`,
      (p) => `The test account is qa-bot and its password is ${p}`,
      (p) => `ssh in with user ubuntu and password ${p}`,
      (p) => `Sign in with username "carol" and password "${p}" to see the report.`,
    ],
  },
  {
    kind: 'password-german',
    make: makePassword,
    carriers: [
      (p) => `Mein Passwort ist ${p}`,
      (p) => `Das Passwort für den Server lautet ${p}.`,
      (p) => `Passwort: ${p}`,
      (p) => `Das WLAN-Kennwort ist „${p}“, bitte merken.`,
      (p) => `Zugangsdaten: Benutzer anna, Kennwort ${p}`,
    ],
  },
  {
    kind: 'password-french',
    make: makePassword,
    carriers: [
      (p) => `Mon mot de passe est ${p}`,
      (p) => `Le mot de passe du wifi : ${p}`,
      (p) => `mot de passe = "${p}" pour le compte de test`,
      (p) => `Identifiant : julie, mdp : ${p}`,
    ],
  },
  {
    kind: 'password-spanish',
    make: makePassword,
    carriers: [
      (p) => `Mi contraseña es ${p}`,
      (p) => `La contraseña del servidor es: ${p}`,
      (p) => `contraseña: ${p}`,
      (p) => `Usuario: marta, clave: ${p}`,
    ],
  },
  {
    kind: 'password-italian',
    make: makePassword,
    carriers: [
      (p) => `La mia password è ${p}`,
      (p) => `La password del wifi è "${p}".`,
      (p) => `Parola d'ordine: ${p}`,
    ],
  },
  {
    kind: 'password-portuguese',
    make: makePassword,
    carriers: [
      (p) => `Minha senha é ${p}`,
      (p) => `A senha do servidor é ${p}, não esqueça.`,
      (p) => `senha: ${p}`,
      (p) => `A palavra-passe do portal é ${p}`,
    ],
  },
  {
    kind: 'password-dutch',
    make: makePassword,
    carriers: [
      (p) => `Mijn wachtwoord is ${p}`,
      (p) => `Het wachtwoord van de router is ${p}.`,
      (p) => `wachtwoord: ${p}`,
    ],
  },
  {
    kind: 'password-polish',
    make: makePassword,
    carriers: [(p) => `Moje hasło to ${p}`, (p) => `Hasło do serwera: ${p}`, (p) => `hasło = ${p}`],
  },
  {
    kind: 'password-russian',
    make: makePassword,
    carriers: [
      (p) => `Мой пароль ${p}`,
      (p) => `Пароль от сервера: ${p}`,
      (p) => `Логин admin, пароль — ${p}`,
      (p) => `Запомни: пароль от вайфая это ${p}.`,
    ],
  },
  {
    kind: 'password-chinese',
    make: makePassword,
    carriers: [
      (p) => `我的密码是${p}`,
      (p) => `服务器密码：${p}`,
      (p) => `用户名 admin，密码 ${p}。`,
      (p) => `請記住，密碼是 ${p}`,
    ],
  },
  {
    kind: 'password-japanese',
    make: makePassword,
    carriers: [
      (p) => `パスワードは${p}です`,
      (p) => `サーバーのパスワード：${p}`,
      (p) => `ユーザー名: tanaka、パスワード: ${p}`,
    ],
  },
  {
    kind: 'password-korean',
    make: makePassword,
    carriers: [(p) => `내 비밀번호는 ${p} 입니다`, (p) => `비밀번호: ${p}`],
  },
  {
    kind: 'password-turkish',
    make: makePassword,
    carriers: [(p) => `Şifrem ${p}`, (p) => `Sunucunun parolası: ${p}`, (p) => `Şifre: ${p}`],
  },
  {
    kind: 'password-swedish',
    make: makePassword,
    carriers: [(p) => `Mitt lösenord är ${p}`, (p) => `Lösenordet till servern är ${p}.`, (p) => `lösenord: ${p}`],
  },
  {
    kind: 'password-arabic',
    make: makePassword,
    carriers: [(p) => `كلمة المرور هي ${p}`, (p) => `كلمة السر: ${p}`],
  },
];

const codeTexts: Texts = [
  {
    kind: 'password-in-code',
    make: makePassword,
    carriers: [
      (p) => `const connection = mysql.createConnection({ host: 'db.internal', user: 'app', password: '${p}' });`,
      (p) => `conn = psycopg2.connect(host="10.0.3.7", dbname="shop", user="shop", password="${p}")`,
      (p) => `spring.datasource.username=app\nspring.datasource.password=${p}\n`,
      (p) => `$password = '${p}';\n$pdo = new PDO('mysql:host=db;dbname=shop', 'shop', $password);`,
      (p) => `String password = "${p}";`,
      (p) => `db:\n  host: db.internal\n  user: app\n  password: ${p}\n  pool: 5`,
      (p) => `{"host":"smtp.example.com","port":587,"auth":{"user":"mailer","pass":"${p}"}}`,
      (p) => `CREATE USER reporting WITH PASSWORD '${p}';`,
      (p) => `ALTER USER 'app'@'%' IDENTIFIED BY '${p}';`,
      (p) => `mysql -u root -p'${p}' shop < dump.sql`,
      (p) => `PGPASSWORD='${p}' psql -h db.internal -U app shop`,
      (p) => `sshpass -p '${p}' ssh deploy@10.0.0.4`,
      (p) => `<add key="SmtpPassword" value="${p}" />`,
      (p) => `"ConnectionStrings": { "Default": "Server=sql01;Database=Shop;User Id=sa;Password=${p};Encrypt=true" }`,
      (p) => `machine api.example.com login deploy password ${p}`,
      (p) => `redis-cli -h cache.internal -a '${p}' ping`,
      (p) => `requirepass ${p}\nmaxmemory 256mb`,
    ],
  },
  {
    kind: 'env-file-line',
    make: (r) => r.pick([makeStrongPassword, makeGenericKey])(r).replaceAll('#', 'x'),
    carriers: [
      (v) => `DB_HOST=localhost\nDB_USER=app\nDB_PASSWORD=${v}\nDB_NAME=shop`,
      (v) => `SECRET_KEY_BASE=${v}`,
      (v) => `JWT_SECRET="${v}"`,
      (v) => `SMTP_PASS='${v}'`,
      (v) => `# .env.production\nSESSION_SECRET=${v}\n`,
      (v) => `DJANGO_SECRET_KEY=${v}`,
      (v) => `REDIS_PASSWORD=${v} # cache`,
      (v) => `The .env has ENCRYPTION_KEY=${v} in it`,
      (v) => `NEXTAUTH_SECRET=${v}\nNEXTAUTH_URL=https://app.example.com`,
    ],
  },
  {
    kind: 'generic-api-key',
    make: makeGenericKey,
    carriers: [
      (v) => `api_key: ${v}`,
      (v) => `apiKey = "${v}"`,
      (v) => `{"api_key": "${v}", "region": "eu"}`,
      (v) => `X-API-Key: ${v}`,
      (v) => `The API key for the weather service is ${v}.`,
      (v) => `client_secret=${v}`,
      (v) => `access_token: '${v}'`,
      (v) => `https://api.example.com/v1/forecast?city=Oslo&api_key=${v}`,
      (v) => `auth_token := "${v}"`,
      (v) => `My secret key: ${v}`,
      (v) => `The webhook signing secret is ${v}`,
      (v) => `clientSecret: "${v}",`,
    ],
  },
  {
    kind: 'aws-secret-access-key',
    make: (r) => r.text(base64Standard, 39) + r.text(base62, 1),
    carriers: [
      (v) => `AWS_SECRET_ACCESS_KEY=${v}`,
      (v) => `[default]\nregion = eu-central-1\naws_secret_access_key = ${v}\n`,
      (v) => `secretAccessKey: '${v}',`,
      (v) => `The AWS secret for the backup user is ${v}`,
      (v) => `aws configure set aws_secret_access_key ${v}`,
      (v) => `{"SecretAccessKey": "${v}", "Expiration": "2026-12-01T00:00:00Z"}`,
    ],
  },
  {
    kind: 'azure-connection-string',
    make: (r) => r.bytes(64).toString('base64'),
    carriers: [
      (v) =>
        `DefaultEndpointsProtocol=https;AccountName=shopfiles;${join('Account', 'Key')}=${v};EndpointSuffix=core.windows.net`,
      (v) =>
        `AZURE_STORAGE_CONNECTION_STRING="DefaultEndpointsProtocol=https;AccountName=logs01;${join('Account', 'Key')}=${v}"`,
      (v) =>
        `Endpoint=sb://orders.servicebus.windows.net/;SharedAccessKeyName=Root;${join('SharedAccess', 'Key')}=${v}`,
    ],
  },
  {
    kind: 'kubernetes-secret',
    make: (r) => Buffer.from(makeStrongPassword(r)).toString('base64'),
    carriers: [
      (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: ${v}\n`,
      (v) => `{"kind":"Secret","apiVersion":"v1","metadata":{"name":"api"},"data":{"token":"${v}"}}`,
    ],
  },
  {
    kind: 'htpasswd-and-auth-config',
    make: (r) => Buffer.from(`ci-bot:${makeStrongPassword(r)}`).toString('base64'),
    carriers: [
      (v) => `{"auths":{"registry.example.com":{"auth":"${v}"}}}`,
      (v) => `//registry.example.com/:_auth=${v}`,
    ],
  },
  {
    kind: 'otp-secret',
    make: (r) => r.text(`${upper}234567`, 32),
    carriers: [
      (v) => `otpauth://totp/Example:alice@example.com?secret=${v}&issuer=Example`,
      (v) => `The TOTP secret for the shared account is ${v}.`,
      (v) => `2FA secret: ${v}`,
    ],
  },
  {
    kind: 'seed-phrase',
    make: (r) => makeSeedPhrase(r, r.pick([12, 24])),
    carriers: [
      (v) => `My seed phrase is ${v}`,
      (v) => `recovery phrase: ${v}`,
      (v) => `MNEMONIC="${v}"`,
      (v) => `The wallet's secret recovery phrase:\n${v}\n\nDo not lose it.`,
    ],
  },
  {
    kind: 'ethereum-private-key',
    make: (r) => `0x${r.hex(64)}`,
    carriers: [
      (v) => `PRIVATE_KEY=${v}`,
      (v) => `The private key of the deployer wallet is ${v}.`,
      (v) => `const wallet = new ethers.Wallet(privateKey = "${v}", provider);`,
    ],
  },
];

const makeSessionId: Make = (r) =>
  r.pick([
    () => r.hex(32),
    () => r.text(base64Url, 42) + r.text(base62, 1),
    () => r.uuid(),
    () => r.text(lower + digits, 26),
  ])();

const tokenTexts: Texts = [
  {
    kind: 'mnema-api-key',
    make: (r) => ['mnk', r.text(base62, 33)].join('_'),
    carriers: [
      (v) => v,
      (v) => `MNEMA_API_KEY=${v}`,
      (v) => `the memory service key is ${v}, keep it`,
      (v) => `const memory = new MnemaClient({ apiKey: '${v}' });`,
      (v) => `curl -H "Authorization: Bearer ${v}" http://localhost:8080/v1/memories`,
      (v) => `I pasted (${v}) by mistake.`,
      (v) => `{"mcpServers":{"mnema":{"env":{"MNEMA_API_KEY":"${v}"}}}}`,
    ],
  },
  {
    kind: 'mnema-access-token',
    make: (r) => ['mnt', r.text(base62, 49)].join('_'),
    carriers: [
      (v) => v,
      (v) => `{"access_token":"${v}","expires_at":"2026-12-24T10:00:00.000Z"}`,
      (v) => `Bearer ${v}`,
      (v) => `logged in, got ${v}.`,
    ],
  },
  {
    kind: 'jwt',
    make: makeJwt,
    carriers: [
      (v) => v,
      (v) => `The token is ${v}.`,
      (v) => `localStorage.setItem('token', '${v}');`,
      (v) => `{"id_token":"${v}","token_type":"Bearer"}`,
      (v) => `SUPABASE_SERVICE_ROLE_KEY=${v}`,
      (v) => `I decoded (${v}) and the audience is wrong`,
      (v) => `wss://realtime.example.com/socket?token=${v}&vsn=1.0.0`,
      (v) => `Authorization: Bearer ${v}`,
    ],
  },
  {
    kind: 'cookie-header',
    make: makeSessionId,
    carriers: [
      (v) => `Cookie: sessionid=${v}; theme=dark`,
      (v) => `Set-Cookie: connect.sid=s%3A${v}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      (v) => `curl 'https://app.example.com/orders' -H 'cookie: lang=en; session=${v}'`,
      (v) => `set-cookie: __Host-session=${v}; Secure; Path=/; HttpOnly`,
      (v) => `> GET /admin HTTP/1.1\n> Host: app.example.com\n> Cookie: PHPSESSID=${v}\n`,
      (v) => `"headers": {"Cookie": "JSESSIONID=${v}; _ga=GA1.2.3"}`,
      (v) => `document.cookie = "auth_token=${v}; path=/";`,
      (v) => `fetch(url, { headers: { cookie: 'next-auth.session-token=${v}' } })`,
    ],
  },
  {
    kind: 'authorization-bearer',
    make: (r) => r.pick([() => r.text(base62, 40), () => r.hex(64), () => r.text(base64Url, 55) + r.text(base62, 1)])(),
    carriers: [
      (v) => `Authorization: Bearer ${v}`,
      (v) => `curl -H "Authorization: Bearer ${v}" https://api.example.com/me`,
      (v) => `headers = {"Authorization": "Bearer ${v}", "Accept": "application/json"}`,
      (v) => `req.Header.Set("Authorization", "Bearer ${v}")`,
      (v) => `axios.defaults.headers.common['Authorization'] = 'Bearer ${v}';`,
      (v) => `authorization: token ${v}`,
    ],
  },
  {
    kind: 'authorization-basic',
    make: (r) => Buffer.from(`${r.pick(['admin', 'deploy', 'svc-report'])}:${makePassword(r)}`).toString('base64'),
    carriers: [
      (v) => `Authorization: Basic ${v}`,
      (v) => `curl -H 'Authorization: Basic ${v}' https://ci.example.com/api/json`,
      (v) => `proxy-authorization: Basic ${v}`,
      (v) => `headers: { Authorization: "Basic ${v}" }`,
    ],
  },
  {
    kind: 'curl-user',
    make: makePassword,
    carriers: [
      (p) => `curl -u 'admin:${p}' https://nexus.example.com/service/rest/v1/status`,
      (p) => `curl --user "deploy:${p}" -T build.zip https://files.example.com/`,
    ],
  },
  {
    kind: 'gcp-service-account',
    make: (r) => makePem(r, 'PRIVATE KEY').replaceAll('\n', '\\n'),
    carriers: [
      (v) =>
        `{"type":"service_account","project_id":"shop-prod","private_key_id":"a1","private_key":"${v}\\n","client_email":"ci@shop-prod.iam.gserviceaccount.com"}`,
      (v) =>
        `{\n  "type": "service_account",\n  "project_id": "demo",\n  "private_key": "${v}\\n",\n  "token_uri": "https://oauth2.googleapis.com/token"\n}`,
    ],
  },
];

const urlTexts: Texts = [
  {
    kind: 'postgres-url',
    make: makeUrlPassword,
    carriers: [
      (p) => `DATABASE_URL=postgres://app:${p}@db.example.com:5432/shop?sslmode=require`,
      (p) => `The staging database is postgresql://shop_rw:${p}@10.1.4.20/shop.`,
      (p) => `psql "postgresql://owner:${p}@ep-cool-sun-123456.eu-central-1.aws.neon.tech/main"`,
      (p) => `engine = create_engine("postgresql+psycopg2://etl:${p}@warehouse:5432/dwh")`,
    ],
  },
  {
    kind: 'mysql-url',
    make: makeUrlPassword,
    carriers: [
      (p) => `mysql://root:${p}@mysql.internal:3306/wordpress`,
      (p) => `url: "mysql2://blog:${p}@127.0.0.1/blog_production"`,
      (p) => `jdbc:mysql://db.internal:3306/shop?user=shop&password=${p}&useSSL=false`,
    ],
  },
  {
    kind: 'mongodb-url',
    make: makeUrlPassword,
    carriers: [
      (p) => `MONGODB_URI=mongodb+srv://admin:${p}@cluster0.ab1cd.mongodb.net/app?retryWrites=true&w=majority`,
      (p) => `mongoose.connect('mongodb://svc:${p}@m1.internal:27017,m2.internal:27017/app?replicaSet=rs0');`,
    ],
  },
  {
    kind: 'redis-url',
    make: makeUrlPassword,
    carriers: [
      (p) => `REDIS_URL=redis://:${p}@cache.internal:6379/0`,
      (p) => `We use rediss://default:${p}@eu1-calm-fox-30211.upstash.io:6379 for the queue.`,
    ],
  },
  {
    kind: 'amqp-url',
    make: makeUrlPassword,
    carriers: [
      (p) => `broker_url = 'amqp://worker:${p}@rabbit.internal:5672//'`,
      (p) => `amqps://jobs:${p}@kangaroo.rmq.cloudamqp.com/jobs`,
    ],
  },
  {
    kind: 'basic-auth-url',
    make: makeUrlPassword,
    carriers: [
      (p) => `https://ci-bot:${p}@git.example.com/acme/web.git`,
      (p) => `git clone https://oauth2:${p}@gitlab.example.com/acme/web.git`,
      (p) => `HTTPS_PROXY=http://proxyuser:${p}@proxy.corp.example.com:3128`,
      (p) => `Open http://admin:${p}@192.168.1.1/status to see the lines.`,
      (p) => `pip install --index-url https://build:${p}@pypi.example.com/simple acme-core`,
      (p) => `ftp://upload:${p}@files.example.com/incoming/`,
    ],
  },
  {
    kind: 'slack-webhook',
    make: (r) =>
      join(
        'https://hooks.',
        'slack.com/',
        'services/',
        'T0',
        r.text(upper + digits, 8),
        '/B0',
        r.text(upper + digits, 9),
        '/',
        r.text(base62, 24),
      ),
    carriers: [
      (v) => `curl -X POST -d '{"text":"done"}' ${v}`,
      (v) => `SLACK_WEBHOOK_URL=${v}`,
      (v) => `Alerts go to ${v}.`,
      (v) => `webhook: "${v}"`,
    ],
  },
  {
    kind: 'discord-webhook',
    make: (r) =>
      join('https://discord', '.com/api/', 'webhooks/', r.number(19), '/', r.text(base64Url, 67), r.text(base62, 1)),
    carriers: [(v) => `post build results to ${v}`, (v) => `{"url":"${v}"}`],
  },
  {
    kind: 'signed-url',
    make: (r) => encodeURIComponent(`${r.bytes(32).toString('base64')}`),
    carriers: [
      (v) => `https://shopfiles.blob.core.windows.net/exports/a.csv?sv=2024-11-04&se=2027-01-01&sr=b&sp=r&sig=${v}`,
      (v) =>
        `The SAS link is https://logs01.blob.core.windows.net/raw?sp=racwl&st=2026-01-01&spr=https&sv=2022-11-02&sr=c&sig=${v}`,
    ],
  },
];

/** Marks in a URL are percent codes. */
function makeUrlPassword(random: SeededRandom): string {
  return encodeURIComponent(makePassword(random)).replaceAll("'", '%27');
}

const card = (brand: CardBrand, separator?: '' | ' ' | '-') => (random: SeededRandom) =>
  makeCard(random, brand, separator ?? random.pick(['', ' ', '-']));
const iban =
  (spaced: boolean, ...countries: [IbanCountry, ...IbanCountry[]]): Make =>
  (random, index) =>
    makeRandomIban(random, countries[index % countries.length] ?? countries[0], spaced);

const numberTexts: Texts = [
  {
    kind: 'card-visa',
    make: card('visa'),
    carriers: [
      (n) => `My card number is ${n}, exp 09/28.`,
      (n) => `visa ${n}`,
      (n) => `{"card":{"number":"${n}","exp_month":4,"exp_year":2029}}`,
      (n) => `Bitte die Kreditkarte ${n} belasten.`,
      (n) => `pay with ${n} please`,
      (n) => `INSERT INTO payments (card, amount) VALUES ('${n}', 49.90);`,
    ],
  },
  {
    kind: 'card-mastercard',
    make: card('mastercard'),
    carriers: [
      (n) => `Charge it to the Mastercard (${n}).`,
      (n) => `mon numéro de carte est le ${n}`,
      (n) => `card_number=${n}&cvc=***`,
      (n) => `信用卡号：${n}`,
    ],
  },
  {
    kind: 'card-mastercard-2-series',
    make: card('mastercard-2-series'),
    carriers: [(n) => `new card: ${n}`, (n) => `Payment failed for ${n} at 10:42`],
  },
  {
    kind: 'card-amex',
    make: card('amex'),
    carriers: [
      (n) => `Company Amex: ${n}`,
      (n) => `use ${n} for the flights`,
      (n) => `mi tarjeta es ${n}, vence en mayo`,
      (n) => `Amex\n${n}\nA LOVELACE`,
    ],
  },
  {
    kind: 'card-discover',
    make: card('discover'),
    carriers: [(n) => `Discover card ${n} on file`, (n) => `"pan": "${n}"`],
  },
  {
    kind: 'iban-compact',
    make: iban(false, 'DE', 'FR', 'GB', 'AT', 'PL', 'IT', 'PT'),
    carriers: [
      (n) => `IBAN: ${n}`,
      (n) => `Please transfer the rent to ${n} by Friday.`,
      (n) => `{"iban":"${n}","bic":"COBADEFFXXX"}`,
      (n) => `Meine IBAN lautet ${n}.`,
      (n) => `refund to ${n}`,
      (n) => `mon compte est le ${n}, merci`,
      (n) => `Kontonummer (${n}) geändert`,
    ],
  },
  {
    kind: 'iban-spaced',
    make: iban(true, 'NL', 'CH', 'ES', 'BE', 'SE', 'IE'),
    carriers: [
      (n) => `Invoice footer: IBAN ${n}`,
      (n) => `My bank account is ${n}`,
      (n) => `Überweise bitte auf ${n} (Ada Lovelace).`,
      (n) => `La cuenta es ${n}.`,
      (n) => `- bank: ING\n- account: ${n}\n- due: 3 May`,
      (n) => `Her IBAN changed to "${n}" last week.`,
    ],
  },
  {
    kind: 'us-social-security-number',
    make: (r) => makeSocialSecurityNumber(r, '-'),
    carriers: [
      (n) => `My SSN is ${n}`,
      (n) => `social security number: ${n}`,
      (n) => `name,ssn,state\nAda Lovelace,${n},NY`,
      (n) => `{"ssn":"${n}"}`,
      (n) => `Her social (${n}) is needed for the I-9.`,
      (n) => `He gave ${n} as his Social Security Number.`,
    ],
  },
  {
    kind: 'us-social-security-number-other-form',
    make: (r) => makeSocialSecurityNumber(r, r.pick([' ', ''])),
    carriers: [(n) => `SSN ${n}`, (n) => `The applicant's social security number is ${n}.`, (n) => `ssn=${n}`],
  },
];

const pemKinds: readonly [kind: string, label: PemLabel][] = [
  ['private-key-rsa', 'RSA PRIVATE KEY'],
  ['private-key-pkcs8', 'PRIVATE KEY'],
  ['private-key-encrypted', 'ENCRYPTED PRIVATE KEY'],
  ['private-key-ec', 'EC PRIVATE KEY'],
  ['private-key-openssh', 'OPENSSH PRIVATE KEY'],
  ['private-key-pgp', 'PGP PRIVATE KEY BLOCK'],
  ['certificate', 'CERTIFICATE'],
];
const pemCarriers: readonly Carrier[] = [
  (v) => v,
  (v) => `Here is the file I use for the deploy:\n\n\`\`\`\n${v}\n\`\`\`\nIt belongs to the CI user.`,
  (v) => `cat > server.pem <<'EOF'\n${v}\nEOF`,
];

function keyBlockTexts(random: SeededRandom): SecretText[] {
  return pemKinds.flatMap(([kind, label]) => {
    const whole = random.shuffled(pemCarriers).slice(0, 2);
    const escaped = makePem(random, label).replaceAll('\n', '\\n');
    const indented = makePem(random, label).replaceAll(/^/gm, '    ');
    const cut = makePem(random, label).split('\n').slice(0, 6).join('\n');
    return [
      ...whole.map((carrier) => {
        const secret = makePem(random, label);
        return { kind, secret, text: carrier(secret) };
      }),
      { kind, secret: escaped, text: `{"name":"deploy","pem":"${escaped}\\n","port":22}` },
      { kind, secret: indented.trim(), text: `tls:\n  data: |\n${indented}\n` },
      { kind: `${kind}-cut-off`, secret: cut, text: `The log was cut off after this:\n${cut}` },
    ];
  });
}
