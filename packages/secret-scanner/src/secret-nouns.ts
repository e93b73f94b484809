import type { SensitiveKind } from './sensitive-kinds.ts';
import { phrases } from './words.ts';

/**
 * The form that a value next to the noun must have. `chosen` is a password that a person could choose, and `random` a
 * token of a machine. `veryRandom` is the same for nouns that mean little alone. `digits` is a PIN, `identity` a number
 * of a document, `pair` a user name and a password.
 */
export type NounLevel = 'chosen' | 'random' | 'veryRandom' | 'digits' | 'identity' | 'pair';

export interface SecretNoun {
  level: NounLevel;
  kind: SensitiveKind;
  /** Whether the noun counts only as a separate word, and not at the end of a compound such as userpassword. */
  alone: boolean;
  /** The number of letters that an inflection may add: пароль, паролем. */
  ending: number;
}

export const secretNouns: readonly (readonly [keyword: string, noun: SecretNoun])[] = [
  ...nouns(
    { level: 'chosen', kind: 'password' },
    `
    password, passwd, passwort, passphrase, kennwort, contraseña, contrasena, wachtwoord, mot de passe, motdepasse,
    palavra-passe, palavra passe, pass word, pass phrase, passwrd, passwört, 密码, 密碼, 口令, パスワード, パスフレーズ, 비밀번호, รหัสผ่าน,
    คำผ่าน, mật khẩu, kata sandi, सांकेतिक शब्द, पासवर्ड, كلمة المرور, كلمة السر, סיסמה, סיסמא`,
  ),
  ...nouns(
    { level: 'chosen', kind: 'password', ending: 6 },
    'пароль, парол, hasło, hasla, hasła, haslo, hasłem, şifre, sifre, parola, parolă, lösenord, passord',
  ),
  ...nouns(
    { level: 'chosen', kind: 'password', ending: 6 },
    'adgangskode, kodeord, salasana, heslo, jelszó, jelszav, κωδικός, κωδικό, lozinka, geslo, slaptažodis, parool',
  ),
  ...nouns(
    { level: 'chosen', kind: 'password', alone: true },
    'pwd, pswd, psw, senha, mdp, clave, passwords, passwörter, pw, pass, wachtw',
  ),
  ...nouns(
    { level: 'chosen', kind: 'password' },
    'wifi key, wi-fi key, wpa key, wpa2 key, wpa3 key, network key, wlan-schlüssel, netzwerkschlüssel',
  ),
  ...nouns({ level: 'random', kind: 'secret' }, 'secret, geheimnis, client secret, signing secret, webhook secret'),
  ...nouns({ level: 'random', kind: 'access_token' }, 'token, 令牌, トークン, токен, jeton'),
  ...nouns(
    { level: 'random', kind: 'api_key' },
    `
    api key, apikey, api_key, api-key, access key, access_key, accesskey, access-key, account key, accountkey,
    account_key, service key, service_key, master key, master_key, auth key, auth_key, authkey, app key, app_key,
    application key, application_key, license key, admin key, admin_key, secret key, secret_key, secretkey, secret-key,
    sharedaccesskey, subscription-key, subscription key, deploy key, api-schlüssel, api schlüssel, clé api, clé d’api,
    clé d'api, clave de api, clave api, chave de api, chave api, chiave api, api-sleutel, klucz api, api anahtarı,
    api ключ, api-ключ, ключ api, api密钥, api 密钥, 密钥, apiキー, api キー, personal access token, key_secret, keysecret,
    api secret, api_secret, apisecret, app secret, app_secret`,
  ),
  ...nouns(
    { level: 'random', kind: 'encryption_key' },
    `
    encryption key, encryption_key, encryptionkey, signing key, signing_key, signingkey, private key, private_key,
    privatekey, private-key, secret_key_base, hmac key, jwt_secret, cookie_secret, preshared key, presharedkey,
    pre-shared key, data key, wallet key`,
  ),
  ...nouns(
    { level: 'random', kind: 'secret', alone: true },
    'credential, creds, auth, authtoken, _authtoken, bearer, dsn, otp_seed',
  ),
  ...nouns({ level: 'veryRandom', kind: 'api_key', alone: true }, 'key, schlüssel, pat, clé'),
  ...nouns(
    { level: 'digits', kind: 'pin', alone: true },
    'pin, pincode, passcode, pin-code, pin code, geheimzahl, 暗証番号, пин-код, пин код, пин',
  ),
  ...nouns(
    { level: 'digits', kind: 'pin' },
    `
    door code, gate code, alarm code, safe code, unlock code, lock code, access code, security code, safe combination,
    lock combination, one-time code, verification code, one-time password, otp code, 2fa code`,
  ),
  ...nouns({ level: 'digits', kind: 'card_security_code', alone: true }, 'cvv, cvc, cvv2, cvc2, card security code'),
  ...nouns(
    { level: 'random', kind: 'recovery_code' },
    `
    recovery code, backup code, recovery_code, backup_code, recoverycode, backupcode, recovery key, recovery_key,
    recovery codes, backup codes, recovery_codes, backup_codes`,
  ),
  ...nouns(
    { level: 'identity', kind: 'us_ssn', alone: true },
    'ssn, social security, social security number, social_security, socialsecurity',
  ),
  ...nouns(
    { level: 'identity', kind: 'passport_number', alone: true },
    `
    passport number, passport no, passport_number, passportnumber, passport_no, passport, passnummer, reisepass,
    reisepassnummer, numéro de passeport, pasaporte, 护照号, 护照号码`,
  ),
  ...nouns(
    { level: 'identity', kind: 'national_id', alone: true },
    `
    national id, national_id, nationalid, national insurance number, national insurance, nino, aadhaar, aadhar, pesel,
    cpf, codice fiscale, steuer-id, steuerid, steueridentifikationsnummer, sozialversicherungsnummer,
    personalausweisnummer, bsn, burgerservicenummer, numéro de sécurité sociale, social insurance number, tc kimlik,
    身份证号, 身份证号码, 身份證, マイナンバー, 주민등록번호, dni, driver's license number, driver's license, drivers license,
    driver license number, drivers_license, tax id, tax_id, taxpayer id, itin, tfn, снилс, паспорт, curp, nir`,
  ),
  ...nouns(
    { level: 'pair', kind: 'credentials', alone: true },
    'credentials, creds, login, logins, zugangsdaten, identifiants, credenciales, credenziali, account',
  ),
];

function nouns(
  { level, kind, alone = false, ending = 0 }: Pick<SecretNoun, 'level' | 'kind'> & Partial<SecretNoun>,
  keywords: string,
): [string, SecretNoun][] {
  return phrases(keywords).map((keyword) => [keyword, { level, kind, alone, ending }]);
}
