import { classifyNamedValue } from './classify-named-value.ts';
import { readValue } from './read-value.ts';
import type { Reading, SecretName } from './reading.ts';
import type { Finding } from './sensitive-kinds.ts';

const nameField = /(?:name|key|variable|field|label|id)["']?\s?[:=]\s?["']?$/;
const valueField = /["']?(?:\s{0,2},\s{0,12}|\r?\n\s{0,16})["']?value["']?\s{0,4}[:=]\s{0,4}/iy;

/** Finds a value that has fields for its name and itself, also in YAML: `{"name": "DB_PASSWORD", "value": "…"}`. */
export function findFieldValue(reading: Reading, name: SecretName): Finding | undefined {
  const { text, folded } = reading;
  if (!/["',\r\n]/.test(text.charAt(name.end))) return undefined;
  if (!nameField.test(folded.slice(Math.max(0, name.start - 16), name.start))) return undefined;
  valueField.lastIndex = name.end;
  if (!valueField.test(text)) return undefined;
  const value = readValue(reading, valueField.lastIndex, ':');
  if (!value) return undefined;
  return classifyNamedValue(reading, name, value.start, value.end, value.quoted ? 'quoted' : 'assigned', value.quoted);
}
