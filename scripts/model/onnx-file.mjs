// Writes an ONNX file: the few messages of its protocol buffers that a small graph of matrices needs.

const float = 1;
const signedByte = 3;

const varint = (value) => {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
};
const number = (field, value) => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field, value) => {
  const content = Buffer.from(value);
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};
const message = (...fields) => Buffer.concat(fields);

/** A constant of floats. */
export const constant = (name, dimensions, values) =>
  message(
    ...dimensions.map((size) => number(1, size)),
    number(2, float),
    bytes(8, name),
    bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  );

const attribute = (name, value) => {
  // A negative number takes ten bytes in this encoding; -1 is the only one needed.
  const encoded = value === -1 ? Buffer.from([...new Array(9).fill(255), 1]) : varint(value);
  return message(bytes(1, name), Buffer.from([3 * 8]), encoded, number(20, 2));
};

/** A step of the graph. Attributes are whole numbers. */
export const step = (operator, inputs, output, attributes = {}) =>
  message(
    ...inputs.map((name) => bytes(1, name)),
    bytes(2, output),
    bytes(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
  );

/** A matrix with any number of rows. */
const matrix = (name, type, columns) => {
  const shape = message(bytes(1, bytes(2, 'rows')), bytes(1, number(1, columns)));
  return message(bytes(1, name), bytes(2, bytes(1, message(number(1, type), bytes(2, shape)))));
};

/** The file of a graph from a matrix of floats to a matrix of signed bytes. */
export function toOnnxFile({ name, input, output, constants, steps }) {
  const graph = message(
    ...steps.map((one) => bytes(1, one)),
    bytes(2, name),
    ...constants.map((one) => bytes(5, one)),
    bytes(11, matrix(input.name, float, input.columns)),
    bytes(12, matrix(output.name, signedByte, output.columns)),
  );
  const operators = message(bytes(1, ''), number(2, 17));
  return message(number(1, 8), bytes(2, 'mnema'), bytes(7, graph), bytes(8, operators));
}

export { signedByte };
