import { words } from './words.ts';

/** Words after the noun that turn the name into that of something other than the secret (`password_policy`). */
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

/** Words before the noun that turn the name into that of something else (`public_key`). */
export const harmlessBeginnings = words(`
  public publishable primary foreign partition sort cache idempotency max min total num number n count input output
  prompt completion next page continuation sync cancel cancellation csrf xsrf forgot reset has is require requires required
  show hide toggle enable disable no non without remember hash hashed encrypted bypass design native reserve stop eos bos
  pad unk mask used cached s3 object storage routing hot map dict row column host ssh_public translation i18n message
  error test_name press shortcut registry lookup group index range shard join composite natural surrogate search
  redis_cache dedupe dedup answer color license_plate boarding guest season day ski bus rail
`);

/** Words after the noun that only distinguish secrets: DB_PASSWORD_PROD, SECRET_KEY_BASE. */
export const neutralEndings = words(
  'value val str string text plain plaintext raw new old current prod production dev development staging stage test qa local main primary secondary backup base 1 2 3 4 5 01 02 live default root admin user db env s',
);

/** Beginnings of compounds with `pass` and other short nouns: dbpass, rootpw. */
export const gluedBeginnings = words(
  'db user root admin ssh ftp smtp mail my sql imap wifi login sudo web http proxy redis mongo pg rds app',
);
