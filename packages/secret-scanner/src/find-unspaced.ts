import { classifyNamedValue } from './classify-named-value.ts';
import type { Reading, SecretName } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';
import { trimEnd } from './trim-end.ts';

const particles =
  /["'`”」』]{0,2}(?:[  ]?(?:はやはり|是不是|改成了?|设为|设置为|设置成|改为|更改为|变成|就是|應該是|应该是|は|が|を|に|是|为|為|는|은|가|이|คือ|[:：=＝])(?:[  \t]{0,2}\r?\n[ \t>]{0,12})?)?[  ]{0,2}["'`「『“]?(?<value>[!-~]{4,80})/y;

/** Finds 密码是value in scripts without spaces. */
export function findUnspaced(reading: Reading, name: SecretName): Finding | undefined {
  const { text } = reading;
  particles.lastIndex = name.end;
  const given = particles.exec(text)?.groups?.['value'];
  if (given === undefined) return undefined;
  const value = trimEnd(given, '"\'`.,;:)]');
  const start = particles.lastIndex - given.length;
  return classifyNamedValue(reading, name, start, start + value.length, 'stated', false);
}
