import type { IncomingMessage } from 'node:http';
import { HttpProblem } from '../../api/problem.ts';
import { unsupportedMediaType } from '../../api/to-problem.ts';

const bodyLimitBytes = 1024 * 1024;

/** Reads the bytes of a JSON body. A body over the limit is refused before the rest of it has come. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  const empty = declared === 0 && request.headers['transfer-encoding'] === undefined;
  if (empty && request.headers['content-type'] === undefined) {
    throw new HttpProblem(
      'invalid_request',
      'The request has no body; send a JSON object with Content-Type: application/json.',
      {
        errors: [{ path: '/body', message: 'is missing: send a JSON object' }],
      },
    );
  }
  checkContentType(request);
  if (declared > bodyLimitBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyLimitBytes) {
        request.pause();
        request.removeAllListeners('data');
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    let ended = false;
    request.once('end', () => {
      ended = true;
      resolve();
    });
    request.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNRESET' ? new ClientGone() : error),
    );
    request.once('close', () => {
      if (!ended) reject(new ClientGone());
    });
  });
  return Buffer.concat(chunks);
}

/** The client went away in the middle of its request: there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

function checkContentType(request: IncomingMessage): void {
  const [type, ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters
    .find((parameter) => parameter.trim().startsWith('charset='))
    ?.split('=')[1]
    ?.trim()
    .replaceAll('"', '');
  const encoding = request.headers['content-encoding'];
  const readable =
    type?.trim() === 'application/json' &&
    (charset === undefined || charset === 'utf-8' || charset === 'utf8') &&
    (encoding === undefined || encoding === 'identity');
  if (!readable) throw unsupportedMediaType();
}

function tooLarge(): HttpProblem {
  return new HttpProblem(
    'payload_too_large',
    `The body is larger than ${bodyLimitBytes} bytes. Split it into several requests.`,
  );
}
