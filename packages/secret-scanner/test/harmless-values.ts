import { ibanRemainder, luhnRemainder, makeIban, withLuhnDigit } from './check-digits.ts';
import { join, makePem, makeSshPublicKey } from './make-secret-values.ts';
import {
  base62,
  base64Standard,
  base64Url,
  bech32,
  crockford,
  digits,
  hexDigits,
  lower,
  type SeededRandom,
  upper,
} from './seeded-random.ts';

type Line = (random: SeededRandom) => string;

const ulid: Line = (r) => `01${r.text('HJK', 1)}${r.text(crockford, 23)}`;
const commit: Line = (r) => r.hex(40);
const date = (r: SeededRandom) =>
  `${r.between(2021, 2027)}-${String(r.between(1, 12)).padStart(2, '0')}-${String(r.between(1, 28)).padStart(2, '0')}`;
const version = (r: SeededRandom) => `${r.below(30)}.${r.below(20)}.${r.below(15)}`;
const octet = (r: SeededRandom) => String(r.between(1, 254));
const base64 = (r: SeededRandom, bytes: number) => r.bytes(bytes).toString('base64');
const integrity = (r: SeededRandom) => `sha512-${base64(r, 64)}`;

/** Makes the bytes of a picture: valid first bytes, then noise. */
const picture = (first: number[], bytes: number) => (r: SeededRandom) =>
  Buffer.concat([Buffer.from(first), r.bytes(bytes)]).toString('base64');
const png = picture([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52], 700);
const jpeg = picture([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46], 900);

/** Makes sixteen digits that begin like a card number but are none. */
const failsLuhn = (r: SeededRandom, length = 16) => {
  const right = withLuhnDigit(r.number(length - 1));
  const last = (Number(right.at(-1)) + r.between(1, 9)) % 10;
  const number = right.slice(0, -1) + last;
  if (luhnRemainder(number) === 0) throw new Error('a wrong check digit turned out right');
  return number;
};

const failsMod97 = (r: SeededRandom) => {
  const right = makeIban(r.pick(['DE', 'NL', 'ES', 'AT']), r.number(18));
  const check = String(((Number(right.slice(2, 4)) + r.between(1, 90)) % 97) + 2).padStart(2, '0');
  const iban = right.slice(0, 2) + check + right.slice(4);
  return ibanRemainder(iban) === 1 ? failsAgain(iban) : iban;
};
const failsAgain = (iban: string) => iban.slice(0, -1) + ((Number(iban.at(-1)) + 1) % 10);

const groups = (text: string, size: number, separator: string) =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator);

/** Values that look random or are long numbers, in their usual contexts. */
export const harmlessValues: Readonly<Record<string, readonly Line[]>> = {
  placeholders: [
    () => `postgresql://user:${'<password>'}@localhost:5432/app`,
    () => `mongodb+srv://<username>:${'<password>'}@cluster0.example.mongodb.net/app`,
    () => `SLACK_BOT_TOKEN=${join('xo', 'xb')}-your-token`,
    () => `curl -H "X-API-Key: ${'YOUR_API_KEY'}" https://api.example.com`,
    () => `NPM_TOKEN=${join('npm', '_', 'x'.repeat(36))}`,
    () => join('ghp', '_', 'x'.repeat(36)),
    () => `AWS_ACCESS_KEY_ID=${join('AK', 'IA', '*'.repeat(16))}`,
    () => `STRIPE_SECRET_KEY=${join('sk', '_test_', 'x'.repeat(24))}`,
    () => `api_key: ${'x'.repeat(32)}`,
    () => `token = "${'0'.repeat(32)}"`,
    () => [join('-----', 'BEGIN PRIVATE KEY-----'), '...', join('-----', 'END PRIVATE KEY-----')].join('\n'),
    () => `The file must begin with ${join('-----', 'BEGIN CERTIFICATE-----')}.`,
  ],
  hashes: [
    (r) => `md5 of the download: ${r.hex(32)}`,
    (r) => `${r.hex(32)}  backup-2026-01-04.tar.gz`,
    (r) => `sha1sum says ${r.hex(40)}`,
    (r) => `SHA-256 (installer.dmg) = ${r.hex(64)}`,
    (r) => `${r.hex(64)}  mnema-linux-x64.tar.gz`,
    (r) => `sha256:${r.hex(64)}`,
    (r) => `checksum: ${r.hex(128)}`,
    (r) => `"integrity": "${integrity(r)}"`,
    (r) => `ETag: "${r.hex(32)}"`,
    (r) => `The content hash changed from ${r.hex(12)} to ${r.hex(12)}.`,
    (r) => `app.${r.hex(20)}.chunk.js is 214 kB`,
    (r) => `<script src="/vendor.js" integrity="sha384-${base64(r, 48)}" crossorigin="anonymous"></script>`,
    (r) => `crc32 = 0x${r.hex(8)}`,
    (r) => `Der SHA-256-Wert der Datei lautet ${r.hex(64)}.`,
  ],
  uuids: [
    (r) => r.uuid(),
    (r) => `user ${r.uuid()} has 14 memories`,
    (r) => `correlation id: ${r.uuid()}`,
    (r) => `{"id":"${r.uuid()}","state":"done"}`,
    (r) => `GET /v1/projects/${r.uuid()}/runs?limit=20`,
    (r) => `Trace ${r.uuid()} took 8.2 s, mostly in the database.`,
    (r) => `uuid.UUID("${r.uuid()}")`,
    (r) => `tenant_id=${r.uuid()}`,
    (r) => `AZURE_TENANT_ID=${r.uuid()}`,
    (r) => `request-id: ${r.uuid().toUpperCase()}`,
  ],
  ulids: [
    (r) => ulid(r),
    (r) => `run ${ulid(r)} was cancelled`,
    (r) => `{"event":"order.created","id":"${ulid(r)}"}`,
    (r) => `The next cursor is ${ulid(r)}.`,
    (r) => `nanoid: ${r.text(base64Url, 20)}${r.text(base62, 1)}`,
    (r) => `objectId ${r.hex(24)} not found`,
  ],
  'own-identifiers': [
    (r) => `mem_${ulid(r)}`,
    (r) => `Deleted memory mem_${ulid(r)} on request.`,
    (r) => `key_${ulid(r)} was revoked by the owner`,
    (r) => `request_id: req_${ulid(r)}`,
    (r) => `acct_${ulid(r)} is on the growth plan`,
    (r) => `GET /memories/mem_${ulid(r)} answered 404`,
    (r) => `{"id":"key_${ulid(r)}","label":"laptop","revoked_at":null}`,
    (r) => `{"error":{"code":"not_found","request_id":"req_${ulid(r)}"}}`,
    (r) => `See mem_${ulid(r)} and mem_${ulid(r)}, they contradict each other.`,
  ],
  'key-prefixes': [
    (r) => `key_prefix: mnk_${r.text(base62, 8)}`,
    (r) => `The key mnk_${r.text(base62, 8)}… was last used on Monday.`,
    (r) => `{"label":"ci","key_prefix":"mnk_${r.text(base62, 8)}"}`,
    (r) => `revoke the one that begins with ghp_${r.text(base62, 6)}`,
    (r) => `sk_live_…${r.text(base62, 4)} is the production key, sk_test_…${r.text(base62, 4)} the other`,
    (r) => `AKIA${r.text(upper, 4)}… belongs to the backup user`,
    (r) => `key ending in ${r.text(base62, 4)}`,
    () => 'Keys of this service begin with mnk_, access tokens with mnt_.',
  ],
  'git-commits': [
    (r) => `commit ${commit(r)}`,
    (r) => `Fixed in ${r.hex(7)}, released in v${version(r)}.`,
    (r) => `git revert ${commit(r)}`,
    (r) => `https://github.com/acme/web/commit/${commit(r)}`,
    (r) => `index ${r.hex(7)}..${r.hex(7)} 100644`,
    (r) => `${r.hex(9)} (HEAD -> main) fix: keep the cursor on reload`,
    (r) => `actions/checkout@${commit(r)} # v4`,
    (r) => `The regression started with ${r.hex(10)}; ${r.hex(10)} was still good.`,
    (r) => `Merge: ${r.hex(7)} ${r.hex(7)}`,
    (r) => `submodule vendor/lib ${commit(r)}`,
  ],
  'order-and-ticket-numbers': [
    (r) => `Order ${r.number(3)}-${r.number(7)}-${r.number(7)} was shipped`,
    (r) => `Invoice INV-2026-${r.number(5)} is overdue`,
    (r) => `Rechnung Nr. ${r.number(8)} vom 3. Mai`,
    (r) => `Ticket #${r.number(6)} was closed`,
    (r) => `JIRA: SHOP-${r.number(4)}`,
    (r) => `Tracking number 1Z${r.text(upper + digits, 6)}03${r.number(8)}`,
    (r) => `DHL ${failsLuhn(r, 12)}`,
    (r) => `Bestellnummer ${failsLuhn(r, 10)}`,
    (r) => `numéro de commande ${failsLuhn(r, 11)}`,
    (r) => `PO ${r.number(7)} / line 3 / 24 pieces`,
    (r) => `Royal Mail ${r.text(upper, 2)}${r.number(9)}GB`,
    (r) => `customer no. ${r.number(8)}, contract ${r.number(9)}`,
    (r) => `Case ${r.number(8)} was escalated to second level`,
    (r) => `订单号 ${failsLuhn(r, 18)}`,
  ],
  'phone-numbers': [
    (r) => `Call me at +1 415 555 0${r.number(3)}`,
    (r) => `(212) 555-0${r.number(3)}`,
    (r) => `212-555-0${r.number(3)} is the front desk`,
    (r) => `+44 20 7946 0${r.number(3)}`,
    (r) => `+49 30 ${r.number(8)}`,
    (r) => `Handy: 0171 ${r.number(7)}`,
    (r) => `+33 6 ${groups(r.number(8), 2, ' ')}`,
    (r) => `Téléphone : 01 ${groups(r.number(8), 2, ' ')}`,
    (r) => `+34 6${groups(r.number(8), 3, ' ')}`,
    (r) => `+39 347 ${r.number(7)}`,
    (r) => `+31 6 ${r.number(8)}`,
    (r) => `+81 90-${r.number(4)}-${r.number(4)}`,
    (r) => `手机 138${r.number(8)}`,
    (r) => `+91 98${r.number(8)}`,
    (r) => `+55 11 9${r.number(4)}-${r.number(4)}`,
    (r) => `тел. +7 (495) ${r.number(3)}-${r.number(2)}-${r.number(2)}`,
    (r) => `+46 70 ${r.number(3)} ${r.number(2)} ${r.number(2)}`,
    (r) => `+41 79 ${r.number(3)} ${r.number(2)} ${r.number(2)}`,
    (r) => `tel:+61${r.number(9)}`,
  ],
  versions: [
    (r) => `Upgraded from ${version(r)} to ${version(r)}`,
    (r) => `"react": "^${version(r)}",`,
    (r) => `postgres ${r.between(12, 18)}.${r.below(10)}, redis ${version(r)}`,
    (r) => `v${version(r)}-rc.${r.below(9)}+build.${r.number(5)}`,
    (r) => `Chrome/${r.between(100, 140)}.0.${r.number(4)}.${r.number(2)} Safari/537.36`,
    (r) => `linux-image-6.${r.below(12)}.0-${r.number(2)}-generic`,
    (r) => `requires-python = ">=3.${r.between(9, 14)}"`,
    (r) => `golang.org/x/crypto v0.0.0-2026${r.number(4)}120000-${r.hex(12)}`,
  ],
  'dates-and-times': [
    (r) => `The deadline is ${date(r)}.`,
    (r) => `${date(r)}T08:15:30.123Z INFO started`,
    (r) => `created_at: ${date(r)}T23:59:59+02:00`,
    (r) => `timestamp ${r.between(1_600_000_000, 1_800_000_000)}`,
    (r) => `ts=${r.between(1_600_000_000, 1_800_000_000)}123`,
    (r) => `start_time_unix_nano: 17${r.text(digits, 17)}`,
    (r) => `Am ${r.between(1, 28)}.${r.between(1, 12)}.2026 um 14:30 Uhr`,
    (r) => `cron: 15 ${r.below(24)} * * 1-5`,
    (r) => `duration 00:${r.between(10, 59)}:${r.between(10, 59)}.${r.number(3)}`,
    (r) => `backup-2026${r.pick(['0105', '0712', '1124'])}-${r.number(6)}.sql.gz`,
  ],
  coordinates: [
    (r) => `48.${r.number(6)}, 2.${r.number(6)}`,
    (r) => `lat=-33.${r.number(14)}&lon=151.${r.number(13)}`,
    (r) => `https://maps.example.com/@52.${r.number(7)},4.${r.number(7)},15z`,
    (r) => `POINT(13.${r.number(6)} 52.${r.number(6)})`,
    (r) => `[${r.below(9)}.${r.number(15)}, -0.${r.number(16)}, 0.${r.number(16)}]`,
    (r) => `embedding: [0.0${r.number(9)}, -0.0${r.number(9)}, 0.0${r.number(9)}]`,
  ],
  'network-addresses': [
    (r) => `The printer is at 192.168.${octet(r)}.${octet(r)}.`,
    (r) => `10.${octet(r)}.${octet(r)}.0/24`,
    (r) => `MAC ${Array.from({ length: 6 }, () => r.hex(2)).join(':')}`,
    (r) => `${Array.from({ length: 6 }, () => r.hex(2).toUpperCase()).join('-')} is the laptop`,
    (r) => `2001:db8:${r.hex(4)}:${r.hex(4)}::${r.hex(3)}`,
    (r) => `ssh ada@10.${octet(r)}.${octet(r)}.${octet(r)}`,
    (r) => `203.0.113.${octet(r)} - - [04/May/2026:10:01:02 +0000] "GET /login HTTP/1.1" 200 512`,
    (r) => `upstream: "http://127.0.0.1:${r.between(3000, 9999)}/health"`,
    (r) => `SHA256:${r.text(base64Standard, 43)} ada@laptop (ED25519)`,
    (r) => `i-0${r.hex(16)} in vpc-0${r.hex(16)}`,
    (r) => `arn:aws:iam::${r.number(12)}:role/deploy`,
  ],
  'book-and-device-numbers': [
    (r) => `ISBN 978-3-${r.number(2)}-${r.number(6)}-${r.number(1)}`,
    (r) => `ISBN-10: ${r.number(9)}X`,
    (r) => `IMEI ${withLuhnDigit(`35${r.text(digits, 12)}`)}`,
    (r) => `serial number C02${r.text(upper + digits, 9)}`,
    (r) => `S/N ${r.text(upper, 3)}-${r.number(6)}-${r.text(upper, 2)}`,
    (r) => `EAN ${failsLuhn(r, 13)}`,
    (r) => `doi:10.1000/${r.text(lower, 4)}.${r.number(6)}`,
    (r) => `arXiv:2${r.number(3)}.${r.number(5)}`,
    (r) => `part no. ${r.number(4)}-${r.number(3)}-${r.text(upper, 1)}`,
    (r) => `VIN WVW${r.text(upper + digits, 14)}`,
    (r) => `Model A${r.number(4)}, firmware ${version(r)}`,
  ],
  'sixteen-digits-failing-luhn': [
    (r) => `reference ${failsLuhn(r)}`,
    (r) => `booking ${groups(failsLuhn(r), 4, ' ')}`,
    (r) => `The sensor id is ${failsLuhn(r)}.`,
    (r) => `{"message_id":${failsLuhn(r)}}`,
    (r) => `loyalty card ${groups(failsLuhn(r), 4, '-')}`,
    (r) => `snowflake id ${failsLuhn(r, 18)}`,
    (r) => `test vector ${failsLuhn(r)} must be refused`,
    (r) => `Vorgangsnummer ${failsLuhn(r, 15)}`,
    (r) => `block ${failsLuhn(r, 14)} of the file`,
  ],
  'account-numbers-failing-mod-97': [
    (r) => `The form refused ${failsMod97(r)} because the check digits are wrong.`,
    (r) => `expect(isIban('${failsMod97(r)}')).toBe(false);`,
    (r) => `article ${failsMod97(r)}`,
    (r) => `${groups(failsMod97(r), 4, ' ')} is not a valid IBAN`,
    (r) => `DE${r.number(6)} is the tax office code`,
    (r) => `VAT id DE${r.number(9)}`,
    (r) => `GB${r.number(9)} and NL${r.number(9)}B01 are VAT numbers`,
  ],
  'nine-digit-numbers': [
    (r) => `population: ${r.number(9)}`,
    (r) => `The file has ${r.number(9)} bytes.`,
    (r) => `Telegram chat id ${r.number(9)}`,
    (r) => `row count ${groups(r.number(9), 3, ',')}`,
    (r) => `SIREN ${groups(r.number(9), 3, ' ')}`,
    (r) => `build ${r.number(9)}`,
    (r) => `000-${r.number(2)}-${r.number(4)} is not a valid number`,
    (r) => `took ${r.number(9)} ns`,
    (r) => `DUNS ${r.number(9)}`,
  ],
  'base64-pictures': [
    (r) => `![chart](data:image/png;base64,${png(r)})`,
    (r) => `<img src="data:image/jpeg;base64,${jpeg(r)}" alt="dog">`,
    (r) => `background:url(data:image/png;base64,${png(r)})`,
    (r) => `The user pasted a screenshot: data:image/png;base64,${png(r)}`,
    (r) => `{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,${jpeg(r)}"}}`,
    (r) => `data:font/woff2;base64,${base64(r, 600)}`,
    (r) => `data:application/pdf;base64,JVBERi0xLjcK${base64(r, 400)}`,
  ],
  'base64-blobs': [
    (r) => `attachment body: ${base64(r, 300)}`,
    (r) => `{"vector_b64":"${base64(r, 384)}","dimensions":96}`,
    (r) => `Content-Transfer-Encoding: base64\n\n${groups(base64(r, 228), 76, '\n')}`,
    (r) => `decoded ${base64(r, 120)} to 120 bytes`,
    (r) => `"mappings": "AAAA,SAASA,${r.text(upper, 4)},CAACC,${r.text(upper, 6)},EAAE;AACA"`,
    (r) =>
      `{"content":"${Buffer.from(`# Notes ${r.number(4)}\n\nBuy milk, call Ada, water the plants.\n`).toString('base64')}","encoding":"base64"}`,
    (r) => `gzip+base64: H4sIAAAAAAAA${r.text(base64Standard, 180)}`,
    (r) => `protobuf: CgQI${r.text(base64Standard, 60)}==`,
  ],
  'public-keys': [
    (r) => makeSshPublicKey(r),
    (r) => `${makeSshPublicKey(r)} ada@laptop`,
    (r) => `Add this to authorized_keys: ${makeSshPublicKey(r)}`,
    (r) => makePem(r, 'PUBLIC KEY'),
    (r) => `The verification key is\n${makePem(r, 'PUBLIC KEY')}\nand may be published.`,
    (r) => `github.com ${makeSshPublicKey(r)}`,
    (r) => `WireGuard peer: PublicKey = ${base64(r, 32)}`,
    (r) => `age1${r.text(bech32, 58)} is my age recipient`,
    (r) => `wallet address 0x${r.hex(40)}`,
    (r) => `transaction 0x${r.hex(64)} confirmed in block ${r.number(8)}`,
    (r) => `{"kty":"EC","crv":"P-256","x":"${r.text(base64Url, 43)}","y":"${r.text(base64Url, 43)}"}`,
    (r) => `gpg fingerprint ${groups(r.hex(40).toUpperCase(), 4, ' ')}`,
    (r) => `NEXT_PUBLIC_POSTHOG_HOST=https://eu.example.com, project ${r.number(5)}`,
  ],
  'web-addresses': [
    (r) => `https://www.youtube.com/watch?v=${r.text(base64Url, 11)}`,
    (r) => `https://docs.example.com/document/d/1${r.text(base64Url, 42)}${r.text(base62, 1)}/edit`,
    (r) =>
      `https://shop.example.com/p/${r.number(8)}?utm_source=mail&utm_campaign=spring&gclid=${r.text(base64Url, 50)}`,
    (r) => `https://www.figma.com/file/${r.text(base62, 22)}/Design?node-id=${r.number(3)}-${r.number(4)}`,
    (r) => `https://app.example.com/orders/${r.uuid()}?tab=items`,
    (r) => `https://meet.example.com/${r.text(lower, 3)}-${r.text(lower, 4)}-${r.text(lower, 3)}`,
    (r) => `https://cdn.example.com/assets/main-${r.text(base62, 8)}.css`,
    (r) => `https://github.com/acme/web/pull/${r.number(4)}/files#diff-${r.hex(64)}`,
    (r) => `https://example.com/unsubscribe?id=${r.hex(24)}&list=${r.number(4)}`,
    (r) => `https://www.notion.so/acme/Roadmap-${r.hex(32)}`,
    (r) => `https://open.spotify.com/track/${r.text(base62, 22)}?si=${r.hex(16)}`,
    (r) => `https://discord.com/channels/${failsLuhn(r, 18)}/${failsLuhn(r, 18)}`,
    (r) => `postgres://db.internal:5432/shop has ${r.number(2)} connections`,
    (r) => `http://localhost:${r.between(3000, 9999)}/auth/callback?state=ok`,
    () => 'mailto:ada@example.com?subject=Password%20reset',
    () => 'Contact ada@example.com or support@example.org:8443 for the tunnel.',
  ],
  'lock-files': [
    (r) => `resolved "https://registry.yarnpkg.com/lodash/-/lodash-${version(r)}.tgz#${r.hex(40)}"`,
    (r) => `      resolution: {integrity: ${integrity(r)}}`,
    (r) => `"node_modules/ms": { "version": "${version(r)}", "integrity": "${integrity(r)}" }`,
    (r) => `github.com/gorilla/mux v${version(r)} h1:${base64(r, 32)}`,
    (r) => `checksum = "${r.hex(64)}"`,
    (r) => `    --hash=sha256:${r.hex(64)}`,
    (r) =>
      `"js-tokens@npm:^4.0.0":\n  version: 4.0.0\n  resolution: "js-tokens@npm:4.0.0"\n  checksum: 10c0/${r.hex(128)}`,
    (r) => `  password-prompt@${version(r)}: {}`,
  ],
  'container-images': [
    (r) => `FROM node:24-alpine@sha256:${r.hex(64)}`,
    (r) => `image: ghcr.io/acme/web@sha256:${r.hex(64)}`,
    (r) => `Digest: sha256:${r.hex(64)}\nStatus: Image is up to date for redis:7`,
    (r) => `${r.hex(12)}   postgres:17   "docker-entrypoint.s…"   Up 3 hours`,
    (r) => `pod/web-${r.hex(9)}-${r.text(lower, 5)} CrashLoopBackOff`,
    (r) => `layer ${r.hex(64)}: already exists`,
  ],
  'numbers-in-tables': [
    (r) => `| ${date(r)} | ${r.number(4)} | ${r.number(2)}.${r.number(2)} % |`,
    (r) => `${r.number(5)};${r.number(5)};${r.number(5)};${r.number(5)}`,
    (r) => `p50 ${r.number(2)} ms, p95 ${r.number(3)} ms, p99 ${r.number(3)} ms over ${r.number(6)} requests`,
    (r) => `EUR ${r.number(2)}.${r.number(3)},${r.number(2)}`,
    (r) => `0x${r.text(hexDigits, 16)} in ?? () from /lib/libc.so.6`,
    (r) => `00000010  ${groups(r.hex(32), 2, ' ')}`,
    (r) => `rgba(${r.below(256)}, ${r.below(256)}, ${r.below(256)}, 0.${r.number(1)}) and #${r.hex(6)}`,
    (r) => `score ${r.below(1)}.${r.number(16)} for "password reset"`,
  ],
};
