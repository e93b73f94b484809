export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty: it begins the trace. */
  parentSpanId: string;
  name: string;
  /** The numbers of OTLP: 2 is a server's, 3 a client's, 5 a consumer's. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  /** The spans of other traces that this one is related to. */
  links: { traceId: string; spanId: string }[];
}

type Field = bigint | Buffer;

/** The fields of a protobuf message by their numbers. */
function readMessage(bytes: Buffer): Map<number, Field[]> {
  const fields = new Map<number, Field[]>();
  let at = 0;
  function readVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  function readSlice(length: number): Buffer {
    if (at + length > bytes.length) throw new Error('a protobuf message ends too early');
    at += length;
    return bytes.subarray(at - length, at);
  }
  while (at < bytes.length) {
    const tag = Number(readVarint());
    const value =
      (tag & 7) === 0
        ? readVarint()
        : (tag & 7) === 1
          ? readSlice(8)
          : (tag & 7) === 2
            ? readSlice(Number(readVarint()))
            : readSlice(4);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const parts = (message: Map<number, Field[]>, number: number) => (message.get(number) ?? []) as Buffer[];
const part = (message: Map<number, Field[]>, number: number) => parts(message, number)[0] ?? Buffer.alloc(0);

function readAttributes(pairs: Buffer[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const fields = readMessage(pair);
      const [[type, [value]]] = [...readMessage(part(fields, 2))] as [[number, [Field]]];
      const read =
        type === 1
          ? String(value)
          : type === 2
            ? value === 1n
            : type === 3
              ? Number(value)
              : (value as Buffer).readDoubleLE();
      return [part(fields, 1).toString(), read];
    }),
  );
}

/** The spans of an `ExportTraceServiceRequest`, by the field numbers of OTLP 1. */
export function readSpans(body: Buffer): ReceivedSpan[] {
  return parts(readMessage(body), 1).flatMap((resourceSpans) => {
    const ofResource = readMessage(resourceSpans);
    const resource = readAttributes(parts(readMessage(part(ofResource, 1)), 1));
    return parts(ofResource, 2).flatMap((scopeSpans) =>
      parts(readMessage(scopeSpans), 2).map((bytes): ReceivedSpan => {
        const span = readMessage(bytes);
        return {
          service: String(resource['service.name']),
          traceId: part(span, 1).toString('hex'),
          spanId: part(span, 2).toString('hex'),
          parentSpanId: part(span, 4).toString('hex'),
          name: part(span, 5).toString(),
          kind: Number(span.get(6)?.[0] ?? 0n),
          attributes: readAttributes(parts(span, 9)),
          failed: readMessage(part(span, 15)).get(3)?.[0] === 2n,
          links: parts(span, 13)
            .map(readMessage)
            .map((link) => ({ traceId: part(link, 1).toString('hex'), spanId: part(link, 2).toString('hex') })),
        };
      }),
    );
  });
}
