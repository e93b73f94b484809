import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { maxTokens, tokenizerUrl } from '@mnema/model-bge-small-en';

/** Token ids of a text with [CLS] and [SEP], at most as many as the model takes. */
export type Tokenise = (text: string) => number[];

/**
 * How much of a text is tokenised, tried in this order until there are enough tokens. Ordinary text fills the model
 * with the first; the last bounds the time that text of any kind can take.
 */
const characterLimits = [3_000, 12_000];

export async function createTokenise(): Promise<Tokenise> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(tokenizerUrl, 'utf8')) as object, {});
  return (text) => {
    const trimmed = text.trim();
    let ids: number[] = [];
    for (const limit of characterLimits) {
      ids = tokenizer.encode(trimmed.slice(0, limit)).ids;
      if (ids.length >= maxTokens || trimmed.length <= limit) break;
    }
    if (ids.length <= maxTokens) return ids;
    const separator = ids.at(-1) as number;
    return [...ids.slice(0, maxTokens - 1), separator];
  };
}
