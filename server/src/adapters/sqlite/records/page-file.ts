import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

export interface PageFile<Page> {
  add(page: Page): void;
  /** Returns the pages in their order; undefined after the last one. */
  take(): Page | undefined;
  close(): void;
}

interface StoredPage {
  start: number;
  length: number;
  tag: Buffer;
}

const algorithm = 'aes-256-gcm';

/**
 * Stores pages on the disk until they are taken. The file has no name, and its content is encrypted. Only this object
 * has the key, so the content is lost after the pages were taken or the process has ended.
 */
export function createPageFile<Page>(directory: string): PageFile<Page> {
  const key = randomBytes(32);
  const path = join(directory, `export-${randomUUID()}.tmp`);
  const descriptor = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  const stored: StoredPage[] = [];
  let taken = 0;
  let end = 0;

  return {
    add(page) {
      const cipher = createCipheriv(algorithm, key, nonceOf(stored.length));
      const content = Buffer.concat([cipher.update(serialize(page)), cipher.final()]);
      for (let written = 0; written < content.length; ) {
        written += writeSync(descriptor, content, written, content.length - written, end + written);
      }
      stored.push({ start: end, length: content.length, tag: cipher.getAuthTag() });
      end += content.length;
    },

    take() {
      const one = stored[taken];
      if (!one) return undefined;
      const content = Buffer.alloc(one.length);
      for (let read = 0; read < content.length; ) {
        const more = readSync(descriptor, content, read, content.length - read, one.start + read);
        if (more === 0) throw new Error('the pages of an export were cut off');
        read += more;
      }
      const decipher = createDecipheriv(algorithm, key, nonceOf(taken)).setAuthTag(one.tag);
      taken++;
      return deserialize(Buffer.concat([decipher.update(content), decipher.final()])) as Page;
    },

    close: () => closeSync(descriptor),
  };
}

/** Each page is encrypted once with the key of its file, so its number is enough. */
function nonceOf(page: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(page);
  return nonce;
}
