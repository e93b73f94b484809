import { connect, type Socket } from 'node:net';

export interface HttpResponse {
  status: number;
  body: string;
}

export interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * The bytes of one request. They are composed ahead of time, so sending them costs the load generator almost nothing.
 */
export function toRequest({ method, path, headers = {}, body = '' }: Call): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * One keep-alive connection that carries one request at a time. Node's own client costs as much as the measured server,
 * so on few cores it would limit the rate. This client only parses the responses of these servers: a body with a
 * Content-Length.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve(response: HttpResponse): void; reject(error: Error): void } | undefined;
  private failure: Error | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new HttpConnection(socket)));
    });
  }

  get open(): boolean {
    return this.failure === undefined;
  }

  send(request: Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      if (this.failure) {
        reject(this.failure);
        return;
      }
      if (this.waiting) {
        reject(new Error('a connection carries one request at a time'));
        return;
      }
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.fail(new Error(`an answer without Content-Length can't be read here: ${head}`));
      this.socket.destroy();
      return;
    }
    const bodyStart = headEnd + 4;
    const end = bodyStart + Number(length);
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', bodyStart, end);
    this.received = this.received.subarray(end);
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  private fail(error: Error): void {
    this.failure ??= error;
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reject(error);
  }
}
