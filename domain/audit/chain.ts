import { createHash } from 'node:crypto';

/** The `prev` of the first event of a stream. */
export const firstPrev = Buffer.alloc(32);

/** The fields that the hash of an event covers. */
export type Link = { stream: string; seq: number; at: Date; body: Buffer; prev: Buffer };

/** The version of this computation. The hash covers the version too. */
export const linkVersion = 1;

/** Computes the hash of an event. The function `audit.link` computes the same hash in PostgreSQL. */
export function hashLink({ stream, seq, at, body, prev }: Link): Buffer {
  const hash = createHash('sha256').update(Buffer.from([linkVersion]));
  for (const field of [Buffer.from(stream), int64(seq), int64(at.getTime()), body, prev]) {
    hash.update(int32(field.length)).update(field);
  }
  return hash.digest();
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

/** The last event of a stream. */
export type Head = { stream: string; seq: number; hash: Buffer };

/**
 * Computes the Merkle root of heads. A leaf is SHA-256 of 0x00, the stream with its length, the number and the hash; a node is
 * SHA-256 of 0x01 and its two children. A node without a sibling moves up unchanged.
 *
 * @param heads sorted by stream, as bytes
 */
export function merkleRoot(heads: Head[]): Buffer {
  let level = heads.map(({ stream, seq, hash }) => {
    const name = Buffer.from(stream);
    return digest(0, [int32(name.length), name, int64(seq), hash]);
  });
  while (level.length > 1) {
    const parents: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = level.slice(at, at + 2) as [Buffer, Buffer?];
      parents.push(right ? digest(1, [left, right]) : left);
    }
    level = parents;
  }
  return level[0] ?? digest(0, []);
}

function digest(kind: number, parts: Buffer[]): Buffer {
  const hash = createHash('sha256').update(Buffer.from([kind]));
  for (const part of parts) hash.update(part);
  return hash.digest();
}
