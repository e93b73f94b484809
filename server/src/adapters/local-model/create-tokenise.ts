import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { maxTokens, tokenizerUrl } from '@mnema/model-bge-small-en';

/** Maps a text to its token ids with [CLS] and [SEP], cut off at the limit of the model. */
export type Tokenise = (text: string) => number[];

/**
 * Prefixes of a text are tokenised in this order until there are enough tokens. Ordinary text fills the model with the
 * first; the last bounds the time that text of any kind can take.
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
