import { words } from './words.ts';

/** Words in the position of a secret that are not secrets: types, states, labels and the names of secrets. */
export const ordinaryWords = words(`
  string str text number int integer bool boolean varchar char bytes byte any unknown object array list dict map optional
  required mandatory nullable undefined null nil none void true false yes no on off ok default auto empty blank value
  password passwords passwort kennwort passphrase passcode passwd pwd pass secret secrets token tokens key keys apikey
  api_key credential credentials username user admin login email name id code pin hash hashed salted encrypted decrypted
  plaintext plain cleartext hidden shown masked redacted changed unchanged expired valid invalid incorrect correct wrong
  missing present absent set unset reset weak strong short long secure insecure safe unsafe unique common simple complex
  easy hard good bad better fine great new old same different stored saved kept shared public private confidential
  sensitive forgotten lost stolen leaked compromised exposed rotated revoked disabled enabled locked blocked rejected
  accepted needed optional changeme change-me letmein-example test testing example sample demo foo bar baz placeholder
  basic bearer digest oauth oauth2 jwt saml ldap bcrypt scrypt argon2 argon2id pbkdf2 sha1 sha256 sha512 md5 aes rsa
  base64 hex utf8 utf-8 ascii uuid refresh access session csrf xsrf contraseña contrasena senha parola wachtwoord hasło
  haslo пароль şifre sifre 密码 パスワード motdepasse mot-de-passe adgangskode lösenord passord salasana heslo jelszó
  body header headers query path param params form field input type label title environment env config vault keychain
  file literal parameter argument variable securestring secretstr opaque generic tbd n/a na todo unknown-yet yourpassword
  mypassword changeit change-this changethis p@ssw0rd-example user:password xxx n\\a masked *** [redacted] (hidden)
  password_here secret_here token_here current confirm confirmation repeat mismatch match matches matched
`);

/** Words of sentences. A value that contains one is not a password. */
export const proseWords = words(`
  a an the this that these those it its is are was were be been being am i you he she we they me him her us them my your
  his our their mine yours and or but not no nor so if then than too very just only also still already always never
  again now here there where when why how what which who whom whose to of in on at by for from with without within into
  onto over under about after before between through during until while as because since must should shall will would
  can could may might do does did done has have had having get gets got need needs needed want wants use uses used using
  please make made sure keep let lets see look ask asked tell told say said go goes went come put take give given enter
  entered type typed choose chosen pick create created change changed reset update updated forgot forgotten remember
  contain contains include includes least most minimum maximum more less least many much any some all each every other
  another one two three four five six seven eight nine ten characters character letters letter digits digit long longer
  short shorter uppercase lowercase symbols symbol special password passwords passphrase token tokens secret secrets
  username account accounts login email field form required invalid incorrect wrong valid expired missing don't doesn't
  isn't won't can't cannot been up down out off back once first last next new old same different own per via like
  der die das ein eine ist sind nicht und oder für mit auf zu von bitte muss soll wird wurde le la les un une est sont
  pas et ou pour avec sur de du des vous votre doit el los las una es son no y o para con por su debe il lo gli è e
  non di che deve o os as um uma é não em com sua het een niet en voor met op je uw moet nie jest się na do или и не на
  для это ваш managed stored saved kept protected encrypted hashed rotated shared generated
`);

/** Words that follow "the password is", and locations where passwords are stored. */
export const stateWords = words(`
  weak strong too short secure safe unsafe fine okay ok good bad great easy hard simple complex lost stolen leaked
  case-sensitive up-to-date user-friendly base64-encoded self-service one-time single-use
  available unavailable mandatory optional temporary permanent private public sensitive confidential critical important
  broken stale obsolete outdated unknown known ready correct right true false null empty blank unique common
  everywhere somewhere nowhere tomorrow today yesterday soon later monday tuesday wednesday thursday friday
  bitwarden lastpass onepassword keepass keychain dashlane vault google apple microsoft github gitlab slack amazon
  mandatory legacy overdue pending due default part also there anyway though somehow plaintext cleartext
`);

/** Names of variables in code. */
export const codeWords = words(`
  value val data input output result response request params args argument options props state config settings text
  string buffer bytes raw item entry field param variable const var func function self this ctx context cls obj object
  newpassword oldpassword currentpassword confirmpassword userpassword hashedpassword plainpassword plaintext cleartext
  process prompt getpass readline stdin secure next prev other target source temp tmp foo bar baz
`);
