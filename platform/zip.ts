import { crc32, deflateRaw } from 'node:zlib';

/** A file of an archive. Its parts are compressed and stored before the archive is assembled. */
export type ZipEntry = {
  /** The name of the file, in plain ASCII. */
  name: string;
  /** CRC-32 of the whole file, uncompressed. */
  crc: number;
  /** The uncompressed and the compressed size in bytes. Both must be less than 4 GiB, because the fields have 32 bits. */
  size: number;
  packed: number;
};

export const emptyEntry = (name: string): ZipEntry => ({ name, crc: 0, size: 0, packed: 0 });

/**
 * Compresses the next part of a file. Each part ends at a byte boundary and does not refer to earlier parts, so that parts from
 * several processes can be concatenated (https://www.rfc-editor.org/rfc/rfc1951).
 *
 * @returns the compressed part, and the entry updated for this part
 */
export async function packPart(entry: ZipEntry, text: string): Promise<[Buffer, ZipEntry]> {
  const bytes = Buffer.from(text);
  const part = await new Promise<Buffer>((resolve, reject) => {
    deflateRaw(bytes, { finishFlush: syncFlush }, (error, packed) =>
      error ? reject(error) : resolve(packed),
    );
  });
  const { name, crc, size, packed } = entry;
  return [
    part,
    {
      name,
      crc: crc32(bytes, crc),
      size: size + bytes.length,
      packed: packed + part.length,
    },
  ];
}

/** Z_SYNC_FLUSH of zlib. */
const syncFlush = 2;

/** An empty final block, which ends the compressed data of a file after its parts. */
export const lastPart = Buffer.of(3, 0);

/** Returns the bytes before the parts of a file. @param at the time at which the archive was made */
export const localHeader = (entry: ZipEntry, at: Date): Buffer =>
  Buffer.concat([uint32(0x04034b50), shared(entry, at), Buffer.from(entry.name)]);

/**
 * Returns the bytes after the last file: the list of all files, and the end record. The archive must be smaller than 4 GiB and
 * have fewer than 65,536 files, because the 64-bit extension of PKWARE's APPNOTE.TXT is not used.
 */
export function centralDirectory(entries: readonly ZipEntry[], at: Date): Buffer {
  let offset = 0;
  const list = entries.map((entry) => {
    const begin = offset;
    offset += sizeInArchive(entry);
    // These fields mean: no comment, disk 0, binary, no attributes.
    const rest = [uint16(0), uint16(0), uint16(0), uint32(0), uint32(begin)];
    const made = [uint32(0x02014b50), uint16(version), shared(entry, at)];
    return Buffer.concat([...made, ...rest, Buffer.from(entry.name)]);
  });
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const counts = [uint16(0), uint16(0), uint16(entries.length), uint16(entries.length)];
  const end = [uint32(0x06054b50), ...counts, uint32(size), uint32(offset), uint16(0)];
  return Buffer.concat([...list, ...end]);
}

/** Returns the size of a file in the archive in bytes: header, parts and last part. */
export const sizeInArchive = ({ name, packed }: ZipEntry): number =>
  30 + Buffer.byteLength(name) + packed + lastPart.length;

/** The version that a reader needs: 2.0, for files compressed with deflate. */
const version = 20;

/** Returns the fields that the local header of a file and its entry in the list have in common. */
function shared({ name, crc, size, packed }: ZipEntry, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = at.getUTCFullYear() - 1980;
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const [flags, deflated] = [0, 8];
  return Buffer.concat([
    ...[version, flags, deflated, time, date].map(uint16),
    ...[crc, packed + lastPart.length, size].map(uint32),
    ...[Buffer.byteLength(name), 0].map(uint16),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
