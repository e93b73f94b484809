import type { HarmlessText } from './harmless-corpus.ts';
import { join } from './make-secret-values.ts';
import { base62, base64Url, digits, lower, SeededRandom, upper } from './seeded-random.ts';

type Make = (random: SeededRandom) => string;

const sentences = [
  'The build passed after the second attempt and the release went out on Friday.',
  'Der Zug nach Hamburg hatte vierzig Minuten Verspätung, also kamen wir zu spät.',
  'Nous avons déplacé la réunion à jeudi, parce que la salle était déjà prise.',
  'La reunión quedó para el martes y todos estuvieron de acuerdo con el plan.',
  'Мы встретились вчера в кафе и обсудили план проекта, срок и бюджет.',
  'Το τρένο έφυγε στις οκτώ και φτάσαμε το βράδυ στο νησί.',
  '会议改到星期四下午三点，请大家提前看一下文件。',
  '明日の会議は午後三時からです。資料を先に読んでください。',
  'הפגישה נדחתה ליום חמישי בצהריים.',
  'تم تأجيل الاجتماع إلى يوم الخميس بعد الظهر.',
  '회의는 목요일 오후 세 시로 바뀌었습니다.',
  'Toplantı perşembe gününe alındı, lütfen belgeleri önceden okuyun.',
];
const words = 'index render query session buffer cursor parser worker socket stream filter handler layout record'.split(
  ' ',
);
const hosts = ['db.internal', 'localhost', '10.2.0.14', 'cache-3', 'api.example.com'];

const sentence: Make = (r) => r.pick(sentences);
const word: Make = (r) => r.pick(words);
const number = (r: SeededRandom, length: number) => r.text(digits, length);
const list = (r: SeededRandom, length: number, make: Make, by: string) =>
  Array.from({ length }, () => make(r)).join(by);
const hexOf = (text: string) => Buffer.from(text).toString('hex');
const base64Of = (text: string) => Buffer.from(text).toString('base64');
const camel: Make = (r) => word(r) + list(r, r.between(2, 6), (one) => capital(word(one)), '');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const time: Make = (r) => `${r.between(10, 23)}:${r.between(10, 59)}:${r.between(10, 59)}`;
const picture =
  (first: readonly number[]): Make =>
  (r) =>
    `data:image/png;base64,${Buffer.concat([Buffer.from(first), r.bytes(r.between(60, 400))]).toString('base64')}`;

/** Texts that the decoders of disguised secrets read, or that resemble such disguises. */
const makers: Readonly<Record<string, readonly Make[]>> = {
  prose: [sentence, (r) => `${sentence(r)} ${sentence(r)}`, (r) => `${time(r)} ${sentence(r)}`],
  'prose in escapes': [
    (r) =>
      JSON.stringify(sentence(r)).replaceAll(
        /[^ -~]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    (r) => `https://example.org/search?q=${encodeURIComponent(sentence(r))}&page=${r.below(9)}`,
    (r) => `next=${encodeURIComponent(`https://example.org/${word(r)}/${r.uuid()}?tab=${word(r)}&n=${r.below(99)}`)}`,
    (r) => `b'${[...r.bytes(24)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`,
    (r) => `printf("%d items, %${r.between(2, 60)}s\\n", count, name); // ${r.between(1, 99)}%`,
  ],
  'encoded prose': [
    (r) => base64Of(sentence(r)),
    (r) => `content: ${base64Of(JSON.stringify({ [word(r)]: word(r), count: r.below(99) }))}`,
    (r) => hexOf(sentence(r)),
    (r) => base64Of(`{"name":"${camel(r)}","id":"${r.uuid()}"}`).replaceAll('=', ''),
    (r) => base64Of(`${sentence(r)}\n${sentence(r)}`).replaceAll(/(.{76})/g, '$1\n'),
  ],
  pictures: [
    picture([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    picture([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
    picture([...Buffer.from('GIF89a')]),
    (r) =>
      `data:image/svg+xml;base64,${base64Of(`<svg viewBox="0 0 ${r.below(99)} 9"><path d="M${number(r, 3)} 4"/></svg>`)}`,
    (r) => `data:image/svg+xml,%3Csvg viewBox='0 0 ${r.below(99)} 9'%3E%3Cpath d='M${number(r, 2)} 4h9'/%3E%3C/svg%3E`,
  ],
  hashes: [
    (r) => r.hex(32),
    (r) => `${r.hex(40)}  ${word(r)}.tar.gz`,
    (r) => `sha256:${r.hex(64)}`,
    (r) => list(r, 8, (one) => one.hex(64), '\n'),
    (r) => `SHA256:${r.bytes(32).toString('base64').slice(0, 43)}`,
    (r) => `fingerprint ${list(r, 32, (one) => one.hex(2), ':').toUpperCase()}`,
    (r) => `MD5:${list(r, 16, (one) => one.hex(2), ':')}`,
    (r) => `0x${r.hex(64)}`,
    (r) => `$argon2id is the function, with a salt of ${r.between(8, 32)} bytes`,
  ],
  ids: [
    (r) => r.uuid(),
    (r) => list(r, 5, (one) => one.uuid(), '\n'),
    (r) => `cus_${r.text(base62, 14)}`,
    (r) => `video ${r.text(base64Url, 11)} at ${time(r)}`,
    (r) => `/v1/projects/${r.text(base64Url, 22)}/runs/${r.text(base64Url, 26)}`,
    (r) => `arn:aws:lambda:eu-west-1:${number(r, 12)}:function:${camel(r)}`,
    (r) => `urn:uuid:${r.uuid()}`,
    (r) => `${r.text(upper, 3)}-${number(r, 4)} / ${r.text(upper + digits, 8)}`,
  ],
  bytes: [
    (r) => list(r, 20, (one) => `0x${one.hex(2)}`, ', '),
    (r) => `000000${r.below(9)}0: ${list(r, 8, (one) => one.hex(4), ' ')}  ................`,
    (r) => list(r, 16, (one) => one.hex(2), ' '),
    (r) => list(r, 6, (one) => one.hex(2), ':'),
    (r) => list(r, 24, (one) => String(one.below(2)), ' '),
    (r) => `[${list(r, 20, (one) => String(one.below(256)), ', ')}]`,
  ],
  tables: [
    (r) => list(r, 4, (row) => list(row, 6, (one) => number(one, 1), ' '), '\n'),
    (r) => list(r, 4, (row) => list(row, 5, (one) => number(one, 4), '\t'), '\n'),
    (r) => list(r, 20, (one) => one.text('ACGT', 1), ' '),
    (r) => `| ${list(r, 18, (one) => one.text('XO.', 1), ' | ')} |`,
    (r) => list(r, 18, (one) => one.text(lower, 1), ' '),
    (r) => `${number(r, 4)}/${number(r, 4)}/${number(r, 2)} ${number(r, 3)}/${number(r, 3)}`,
    (r) => `${r.between(2000, 2030)}/${r.between(10, 12)}/${r.between(10, 28)} ${number(r, 3)}/${number(r, 4)}`,
    (r) => list(r, 7, (one) => `${one.below(999)}.${number(one, 4)}`, ';'),
    (r) => [...capital(word(r)).repeat(3)].join(' ').toUpperCase(),
  ],
  phones: [
    (r) => `+49 ${number(r, 3)} ${number(r, 4)} ${number(r, 4)}`,
    (r) => `(${r.between(201, 989)}) 555-01${number(r, 2)}`,
    (r) => `+33 6 ${list(r, 4, (one) => number(one, 2), ' ')}`,
    (r) => `Tel. 0${number(r, 3)}/${number(r, 4)}/${number(r, 3)}`,
    (r) => `0${number(r, 4)}/${number(r, 6)}-${number(r, 2)}`,
  ],
  logs: [
    (r) => `${time(r)} ${r.pick(hosts)}:${number(r, 4)}:started:${word(r)}`,
    (r) => `src/${word(r)}.ts:${number(r, 4)}:${word(r)}:warning:${camel(r)}`,
    (r) => `${r.pick(hosts)}:5432:${word(r)} is ready after ${r.below(90)} s`,
    (r) => `${time(r)} GET /${word(r)}/${r.uuid()}?at=${time(r).replaceAll(':', '%3A')} 200 ${r.below(90)}ms`,
    (r) => `level=info host=${r.pick(hosts)} trace=${r.hex(32)} span=${r.hex(16)} msg="${word(r)} done"`,
    (r) => `${word(r)}:x:${number(r, 4)}:${number(r, 4)}:${capital(word(r))}:/home/${word(r)}:/bin/bash`,
    (r) => `${word(r)}:!:19${number(r, 3)}:0:99999:7:::`,
    (r) => `redis:6379:${word(r)}`,
  ],
  git: [
    (r) => `commit ${r.hex(40)}\nAuthor: Ada <ada@example.com>\nDate:   Fri Nov 27 ${time(r)} 2026`,
    (r) => `${r.hex(7)}..${r.hex(7)}  main -> origin/main`,
    (r) => `index ${r.hex(10)}..${r.hex(10)} 100644\n--- a/${word(r)}.ts\n+++ b/${word(r)}.ts`,
    (r) => list(r, 6, (one) => `${one.hex(7)} ${sentence(one).slice(0, 40)}`, '\n'),
    (r) => `100644 blob ${r.hex(40)}\tpackages/${word(r)}/src/${word(r)}-${word(r)}-${word(r)}.ts`,
  ],
  code: [
    (r) => `const ${camel(r)} = ["${word(r)}", "${word(r)}", "${word(r)}"].join("");`,
    (r) => `"".join(["${camel(r)}", "${camel(r)}", "${word(r)}"])`,
    (r) => `const path = "${word(r)}" + "/" + "${camel(r)}" + "/" + "${word(r)}.ts";`,
    (r) => `export function ${camel(r)}(${word(r)}: string): ${capital(camel(r))} { return ${camel(r)}.${camel(r)}; }`,
    (r) => `concat('${word(r)}-', '${word(r)}-', '${number(r, 4)}')`,
    (r) => `.${word(r)}-${word(r)}__${word(r)}--${word(r)}{margin:${number(r, 1)}px}`,
    (r) => `import { ${camel(r)} } from '../../packages/${word(r)}/${word(r)}-${word(r)}.ts';`,
    (r) => `if (/[\\u0400-\\u04ff\\x00-\\x1f]/.test(${word(r)})) ${camel(r)}();`,
    (r) => `String.fromCharCode(0x${r.hex(2)}, 0x${r.hex(2)}, 0x${r.hex(2)})`,
    (r) => `#include <${word(r)}.h>\n#define ${word(r).toUpperCase()}_${word(r).toUpperCase()} 0x${r.hex(8)}`,
  ],
  'minified code': [
    (r) =>
      `!function(e,t){var n=${number(r, 3)},r=t.${word(r)};e.${word(r)}=function(){return r(n)+"${word(r)}"+"${r.hex(8)}"}}(this,${word(r)});`,
    (r) =>
      `(self.webpackChunk=self.webpackChunk||[]).push([[${number(r, 3)}],{${number(r, 4)}:(e,t,n)=>{n.d(t,{Z:()=>${word(r)}})}}]);`,
    (r) => `"${word(r)}.${r.hex(8)}.js","${word(r)}.${r.hex(8)}.css","${word(r)}.${r.hex(8)}.map"`,
    (r) =>
      `//# sourceMappingURL=data:application/json;base64,${base64Of(JSON.stringify({ version: 3, sources: [`${word(r)}.ts`], mappings: `AAAA,SAAS,${r.text(upper, 8)}` }))}`,
  ],
  'words of two scripts': [
    (r) =>
      `${r.pick(['API-ключ', 'USB-кабель', 'PDF-файл', 'IT-отдел', 'σ-algebra', 'β2-microglobulin'])} ${sentence(r)}`,
    (r) => `${number(r, 2)}-х ${r.pick(['μm', 'Ω', '°С', 'kΩ'])} ${sentence(r)}`,
    (r) => `Кот${number(r, 4)} и Мама${number(r, 2)}: ${sentence(r)}`,
  ],
  'reversed words': [
    (r) => `${[...camel(r)].reverse().join('')} ${[...sentence(r)].reverse().join('')}`,
    (r) => `${r.text(base62, 24)}_${r.pick(['er', 'phg', 'old', 'key'])}${r.pick(['x', '2', '_a'])}`,
    (r) => `${camel(r)}_${word(r)}_${join('ph', 'p')}`,
  ],
};

/** Makes texts like those that disguised secrets resemble. They are the same for the same seed. */
export function harmlessEncoded(seed: number, rounds: number): HarmlessText[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: rounds }, () =>
    Object.entries(makers).flatMap(([kind, lines]) => lines.map((line) => ({ kind, text: line(random) }))),
  ).flat();
}
