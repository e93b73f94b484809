import type { SensitiveKind } from './sensitive-kinds.ts';

/**
 * What a value next to the noun must look like to count: `chosen` a password a person could have, `random` a token of
 * a machine, `veryRandom` the same where the noun alone says little, `digits` a PIN, `identity` a number of a document,
 * `pair` a user name and a password.
 */
export type NounLevel = 'chosen' | 'random' | 'veryRandom' | 'digits' | 'identity' | 'pair';

export interface SecretNoun {
  level: NounLevel;
  kind: SensitiveKind;
  /** Counts only as a word of its own; the others also at the end of a compound: WLAN-Passwort, userpassword. */
  alone: boolean;
  /** How many letters an ending may add: пароль, паролем. */
  ending: number;
}

export const secretNouns: readonly (readonly [keyword: string, noun: SecretNoun])[] = [
  ...nouns('chosen', 'password', [
    ...['password', 'passwd', 'passwort', 'passphrase', 'kennwort', 'contraseña', 'contrasena', 'wachtwoord'],
    ...[
      'mot de passe',
      'motdepasse',
      'palavra-passe',
      'palavra passe',
      'pass word',
      'pass phrase',
      'passwrd',
      'passwört',
    ],
    ...['密码', '密碼', '口令', 'パスワード', 'パスフレーズ', '비밀번호', 'รหัสผ่าน', 'คำผ่าน'],
    ...['mật khẩu', 'kata sandi', 'सांकेतिक शब्द', 'पासवर्ड', 'كلمة المرور', 'كلمة السر', 'סיסמה', 'סיסמא'],
  ]),
  ...nouns(
    'chosen',
    'password',
    [
      'пароль',
      'парол',
      'hasło',
      'hasla',
      'hasła',
      'haslo',
      'hasłem',
      'şifre',
      'sifre',
      'parola',
      'parolă',
      'lösenord',
      'passord',
    ],
    { ending: 6 },
  ),
  ...nouns(
    'chosen',
    'password',
    [
      'adgangskode',
      'kodeord',
      'salasana',
      'heslo',
      'jelszó',
      'jelszav',
      'κωδικός',
      'κωδικό',
      'lozinka',
      'geslo',
      'slaptažodis',
      'parool',
    ],
    { ending: 6 },
  ),
  ...nouns(
    'chosen',
    'password',
    ['pwd', 'pswd', 'psw', 'senha', 'mdp', 'clave', 'passwords', 'passwörter', 'pw', 'pass', 'wachtw'],
    {
      alone: true,
    },
  ),
  ...nouns('chosen', 'password', [
    'wifi key',
    'wi-fi key',
    'wpa key',
    'wpa2 key',
    'wpa3 key',
    'network key',
    'wlan-schlüssel',
    'netzwerkschlüssel',
  ]),
  ...nouns('random', 'secret', ['secret', 'geheimnis', 'client secret', 'signing secret', 'webhook secret']),
  ...nouns('random', 'access_token', ['token', '令牌', 'トークン', 'токен', 'jeton']),
  ...nouns('random', 'api_key', [
    ...[
      'api key',
      'apikey',
      'api_key',
      'api-key',
      'access key',
      'access_key',
      'accesskey',
      'access-key',
      'account key',
    ],
    ...[
      'accountkey',
      'account_key',
      'service key',
      'service_key',
      'master key',
      'master_key',
      'auth key',
      'auth_key',
      'authkey',
    ],
    ...[
      'app key',
      'app_key',
      'application key',
      'application_key',
      'license key',
      'admin key',
      'admin_key',
      'secret key',
    ],
    ...[
      'secret_key',
      'secretkey',
      'secret-key',
      'sharedaccesskey',
      'subscription-key',
      'subscription key',
      'deploy key',
    ],
    ...[
      'api-schlüssel',
      'api schlüssel',
      'clé api',
      'clé d’api',
      "clé d'api",
      'clave de api',
      'clave api',
      'chave de api',
      'chave api',
    ],
    ...[
      'chiave api',
      'api-sleutel',
      'klucz api',
      'api anahtarı',
      'api ключ',
      'api-ключ',
      'ключ api',
      'api密钥',
      'api 密钥',
      '密钥',
      'apiキー',
      'api キー',
    ],
    ...[
      'personal access token',
      'key_secret',
      'keysecret',
      'api secret',
      'api_secret',
      'apisecret',
      'app secret',
      'app_secret',
      'app key',
    ],
  ]),
  ...nouns('random', 'encryption_key', [
    ...['encryption key', 'encryption_key', 'encryptionkey', 'signing key', 'signing_key', 'signingkey', 'private key'],
    ...[
      'private_key',
      'privatekey',
      'private-key',
      'secret_key_base',
      'hmac key',
      'jwt_secret',
      'cookie_secret',
      'preshared key',
    ],
    ...['presharedkey', 'pre-shared key', 'data key', 'wallet key'],
  ]),
  ...nouns(
    'random',
    'secret',
    ['credential', 'creds', 'auth', 'authtoken', '_authtoken', 'bearer', 'dsn', 'salt', 'otp_seed'],
    { alone: true },
  ),
  ...nouns('veryRandom', 'api_key', ['key', 'schlüssel', 'pat', 'clé'], { alone: true }),
  ...nouns(
    'digits',
    'pin',
    ['pin', 'pincode', 'passcode', 'pin-code', 'pin code', 'geheimzahl', '暗証番号', 'пин-код', 'пин код', 'пин'],
    { alone: true },
  ),
  ...nouns('digits', 'pin', [
    ...[
      'door code',
      'gate code',
      'alarm code',
      'safe code',
      'unlock code',
      'lock code',
      'access code',
      'security code',
    ],
    ...[
      'safe combination',
      'lock combination',
      'one-time code',
      'verification code',
      'one-time password',
      'otp code',
      '2fa code',
    ],
  ]),
  ...nouns('digits', 'card_security_code', ['cvv', 'cvc', 'cvv2', 'cvc2', 'card security code'], { alone: true }),
  ...nouns('random', 'recovery_code', [
    'recovery code',
    'backup code',
    'recovery_code',
    'backup_code',
    'recoverycode',
    'backupcode',
    'recovery key',
    'recovery_key',
    'recovery codes',
    'backup codes',
    'recovery_codes',
    'backup_codes',
  ]),
  ...nouns(
    'identity',
    'us_ssn',
    ['ssn', 'social security', 'social security number', 'social_security', 'socialsecurity'],
    { alone: true },
  ),
  ...nouns(
    'identity',
    'passport_number',
    [
      'passport number',
      'passport no',
      'passport_number',
      'passportnumber',
      'passport_no',
      'passport',
      'passnummer',
      'reisepass',
      'reisepassnummer',
      'numéro de passeport',
      'pasaporte',
      '护照号',
      '护照号码',
    ],
    { alone: true },
  ),
  ...nouns(
    'identity',
    'national_id',
    [
      ...[
        'national id',
        'national_id',
        'nationalid',
        'national insurance number',
        'national insurance',
        'nino',
        'aadhaar',
        'aadhar',
        'pesel',
        'cpf',
        'codice fiscale',
      ],
      ...[
        'steuer-id',
        'steuerid',
        'steueridentifikationsnummer',
        'sozialversicherungsnummer',
        'personalausweisnummer',
        'bsn',
        'burgerservicenummer',
      ],
      ...[
        'numéro de sécurité sociale',
        'social insurance number',
        'tc kimlik',
        '身份证号',
        '身份证号码',
        '身份證',
        'マイナンバー',
        '주민등록번호',
        'dni',
        "driver's license number",
      ],
      ...[
        "driver's license",
        'drivers license',
        'driver license number',
        'drivers_license',
        'tax id',
        'tax_id',
        'taxpayer id',
        'itin',
        'tfn',
        'снилс',
        'паспорт',
        'curp',
        'nir',
      ],
    ],
    { alone: true },
  ),
  ...nouns(
    'pair',
    'credentials',
    [
      'credentials',
      'creds',
      'login',
      'logins',
      'zugangsdaten',
      'identifiants',
      'credenciales',
      'credenziali',
      'account',
    ],
    { alone: true },
  ),
];

/** Words behind the noun in a name (`password_policy`) that make it something else than the secret. */
export const harmlessEndings = words(`
  id ids name names type types url uri link policy policies count counts limit limits length len size min max hash hashes
  hashed digest digests fingerprint sha md5 expires expiry expiration expired ttl age lifetime path file files dir
  directory location field fields label labels hint hints strength score rules rule format regex pattern validator
  validation valid invalid error errors message placeholder prefix endpoint server host issuer budget usage used cost
  price per window manager reset required enabled disabled updated changed created at date time timestamp rotation
  rotated last schedule version arn ref reference store storage provider generator algorithm encoding encoder bucket
  symbol address contract standard exchange ring counter estimate estimates estimated rate input output less free based
  protected attempts attempt history confirm confirmation flow page form screen visible visibility toggle icon button
  text_color index idx status state scope scopes owner column mismatch santa garden sauce recipe word words set pair
  checker box board down up bind binding code_path code_point press pad note notes lang talk topic kind class
  lengths minimum maximum authentication authenticated required management managers app apps protection
`);

/** Words before the noun that make it something else. */
export const harmlessBeginnings = words(`
  public publishable primary foreign partition sort cache idempotency max min total num number n count input output
  prompt completion next page continuation sync cancel cancellation csrf xsrf forgot reset has is require requires required
  show hide toggle enable disable no non without remember hash hashed encrypted bypass design native reserve stop eos bos
  pad unk mask used cached s3 object storage routing hot map dict row column host ssh_public translation i18n message
  error test_name press shortcut registry lookup group index range shard join composite natural surrogate search
  redis_cache dedupe dedup answer color license_plate boarding guest season day ski bus rail
`);

/** Words behind the noun that say which one it is: DB_PASSWORD_PROD, SECRET_KEY_BASE. */
export const neutralEndings = words(
  'value val str string text plain plaintext raw new old current prod production dev development staging stage test qa local main primary secondary backup base 1 2 3 4 5 01 02 live default root admin user db env s',
);

/** Glued before `pass` and other short nouns: dbpass, rootpw. */
export const gluedBeginnings = words(
  'db user root admin ssh ftp smtp mail my sql imap wifi login sudo web http proxy redis mongo pg rds app',
);

function nouns(
  level: NounLevel,
  kind: SensitiveKind,
  keywords: readonly string[],
  { alone = false, ending = 0 }: { alone?: boolean; ending?: number } = {},
): [string, SecretNoun][] {
  return [...new Set(keywords)].map((keyword) => [keyword, { level, kind, alone, ending }]);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
