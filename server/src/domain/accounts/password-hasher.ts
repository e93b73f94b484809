import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import type { Identifiers } from '../../ports/identifiers.ts';

export interface PasswordHasher {
  /** Resolves to a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>;
  /** Uses the parameters in the string, so that older hashes stay valid when the parameters change. */
  verify(password: string, passwordHash: string): Promise<boolean>;
  /** No password matches this hash, and a verification costs as much as that of a real one. */
  readonly dummyHash: string;
}

/** OWASP's first choice for argon2id, memory in KiB: about 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
type Cost = typeof cost;
const saltBytes = 16;
const hashBytes = 32;
/** Each hash takes 19 MiB and one of the few threads that file operations need too. */
const simultaneousHashes = 2;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const derive = promisify(argon2);

export function createPasswordHasher({ identifiers }: { identifiers: Pick<Identifiers, 'secret'> }): PasswordHasher {
  const limited = pLimit(simultaneousHashes);

  const derived = (password: string, salt: Buffer, tagLength: number, { memory, passes, parallelism }: Cost) => {
    const parameters: Argon2Parameters = { message: password, nonce: salt, tagLength, memory, passes, parallelism };
    return limited(() => derive('argon2id', parameters));
  };

  return {
    dummyHash: encode(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes)),

    async hash(password) {
      const salt = identifiers.secret(saltBytes);
      return encode(cost, salt, await derived(password, salt, hashBytes, cost));
    },

    async verify(password, passwordHash) {
      const { salt, hash, ...parameters } = decode(passwordHash);
      return timingSafeEqual(await derived(password, salt, hash.length, parameters), hash);
    },
  };
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

function decode(passwordHash: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phc.exec(passwordHash) ?? [];
  if (!salt || !hash) throw new Error('a stored password hash has an unknown format');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
