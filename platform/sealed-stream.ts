import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** The number of bytes of text in each chunk. The last chunk is shorter, and may be empty. */
const chunkBytes = 64 * 1024;

const tagBytes = 16;
const saltBytes = 16;

/**
 * Derives the key of a stream from the salt at its beginning. Each stream has its own key, so that the chunks' numbers can be
 * the nonces.
 */
const keyOf = (secret: Uint8Array, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'sealed stream', 32));

/**
 * Returns the nonce of a chunk. Its last byte marks the last chunk, so that a stream cannot be cut off at the end of a chunk.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Passes chunks of `size` bytes to `each`, and the rest, which is shorter or empty, to `last`. */
class Chunked extends Transform {
  #held: Buffer[] = [];
  #length = 0;

  constructor(
    private readonly size: () => number,
    private readonly each: (chunk: Buffer) => Buffer | null,
    private readonly last: (chunk: Buffer) => Buffer,
  ) {
    super();
  }

  override _transform(data: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#held.push(data);
    this.#length += data.length;
    if (this.#length < this.size()) {
      done();
      return;
    }
    let rest = Buffer.concat(this.#held);
    this.#held = [];
    try {
      for (let size = this.size(); rest.length >= size; size = this.size()) {
        const made = this.each(rest.subarray(0, size));
        if (made) this.push(made);
        rest = rest.subarray(size);
      }
      if (rest.length > 0) this.#held.push(rest);
      this.#length = rest.length;
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.last(Buffer.concat(this.#held)));
    } catch (error) {
      done(error as Error);
    }
  }
}

/**
 * Encrypts a stream with AES-256-GCM in chunks of 64 KiB, so that a reader can check each chunk before it uses it. The output
 * is a salt of 16 bytes, then each chunk followed by its tag.
 *
 * @param secret 32 bytes
 */
export function sealStream(secret: Uint8Array): Transform {
  const salt = randomBytes(saltBytes);
  const key = keyOf(secret, salt);
  let number = 0;
  const seal = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
    const prefix = number === 0 ? [salt] : [];
    number += 1;
    return Buffer.concat([...prefix, cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  return new Chunked(
    () => chunkBytes,
    (chunk) => seal(chunk, false),
    (chunk) => seal(chunk, true),
  );
}

/** Decrypts the output of `sealStream`. Fails if a byte was changed, moved or cut off, or if the secret is wrong. */
export function openStream(secret: Uint8Array): Transform {
  let key: Buffer | undefined;
  let number = 0;
  const open = (chunk: Buffer, isLast: boolean) => {
    if (!key || chunk.length < tagBytes) throw new Error('The encrypted stream is cut off');
    const text = chunk.subarray(0, chunk.length - tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast));
    decipher.setAuthTag(chunk.subarray(text.length));
    number += 1;
    return Buffer.concat([decipher.update(text), decipher.final()]);
  };
  return new Chunked(
    () => (key ? chunkBytes + tagBytes : saltBytes),
    (chunk) => {
      if (key) return open(chunk, false);
      key = keyOf(secret, chunk);
      return null;
    },
    (chunk) => open(chunk, true),
  );
}
