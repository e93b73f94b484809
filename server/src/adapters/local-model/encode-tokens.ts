import { dimensions } from '@mnema/model-bge-small-en';
import type { OnnxModule, OnnxSession } from './onnx-module.ts';

/**
 * Runs the model once over token lists (with [CLS] and [SEP]) and resolves to their unit vectors, in the same order.
 * Shorter lists are padded to the longest, so lists of similar length cost least.
 */
export async function encodeTokens(
  module: OnnxModule,
  session: OnnxSession,
  tokenLists: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const rows = tokenLists.length;
  const columns = Math.max(...tokenLists.map((tokens) => tokens.length));
  const inputIds = new BigInt64Array(rows * columns);
  const attentionMask = new BigInt64Array(rows * columns);
  for (const [row, tokens] of tokenLists.entries()) {
    for (const [column, token] of tokens.entries()) {
      inputIds[row * columns + column] = BigInt(token);
      attentionMask[row * columns + column] = 1n;
    }
  }
  const shape = [rows, columns];
  const output = await session.run({
    input_ids: new module.Tensor('int64', inputIds, shape),
    attention_mask: new module.Tensor('int64', attentionMask, shape),
    token_type_ids: new module.Tensor('int64', new BigInt64Array(rows * columns), shape),
  });
  const hidden = output.last_hidden_state?.data;
  if (!(hidden instanceof Float32Array) || hidden.length !== rows * columns * dimensions) {
    throw new Error('the model gave an output of an unexpected type or shape');
  }
  return tokenLists.map((_, row) => {
    const start = row * columns * dimensions;
    return toUnitVector(hidden.slice(start, start + dimensions));
  });
}

function toUnitVector(values: Float32Array): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0) throw new Error('the model gave a vector without a direction');
  return values.map((value) => value / length);
}
