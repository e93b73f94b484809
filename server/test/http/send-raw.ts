import { connect } from 'node:net';

interface Options {
  /** Sent when the response begins. */
  more?: string;
  /** Whether the connection can be left although the server keeps it open. */
  isEnough?: (received: string) => boolean;
}

/** Sends bytes as they are over a connection of their own, and resolves to all that the server sends back. */
export function sendRaw(url: string, bytes: string, { more, isEnough }: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (received === '' && more !== undefined) socket.write(more);
      received += text;
      if (isEnough?.(received)) socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(received));
    socket.write(bytes);
  });
}
