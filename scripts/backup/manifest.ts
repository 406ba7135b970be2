import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { measureFile } from '#platform/copy-files.ts';

/** The reason why a backup cannot be written or restored, for the operator. */
export class BackupError extends Error {}

const manifestFile = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1).max(63);

/**
 * The bound of a partition as PostgreSQL prints it. A restore executes it, so it must not contain a second statement.
 */
const bound = z.string().regex(/^(DEFAULT|FOR VALUES [^;]+)$/);
const trigger = z.string().regex(/^CREATE TRIGGER [^;]+$/);
const option = z.string().regex(/^[a-z_.]+=[a-z0-9.]+$/);

const tableSchema = z.object({
  schema: name,
  table: name,
  /** The columns, except generated columns, because COPY cannot restore generated columns. */
  columns: z.array(z.object({ name, type: z.string().regex(/^[^;]+$/) })).min(1),
  /** For a partition: its parent in the same schema, and what a restore needs to create it. */
  partition: z
    .object({
      of: name,
      bound,
      options: z.array(option),
      /** Triggers of the partition itself, not those of its parent. */
      triggers: z.array(trigger),
    })
    .nullable(),
  file: z.string().regex(/^[\w.%-]+\.copy\.gz$/),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: hash,
  contentSha256: hash,
});

const manifestSchema = z.object({
  format: z.literal('dakiya-backup'),
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** The release that wrote the backup. */
  release: z.string(),
  /** The time of the snapshot, by PostgreSQL's clock. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: hash })).min(1),
  /** The ids of the keys in ENCRYPTION_KEYS with which values are encrypted. The backup contains no key. */
  encryptionKeyIds: z.array(z.string()),
  /** How the secret of the files follows from the passphrase; null if the files are not encrypted. */
  encryption: z
    .object({ kdf: z.literal('scrypt'), salt: z.string(), cost: z.int().max(2 ** 20) })
    .nullable(),
  tables: z.array(tableSchema).min(1),
  sequences: z.array(
    z.object({ schema: name, name, lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = z.infer<typeof tableSchema>;

/** A manifest whose files were checked, and the secret that decrypts them. */
export type CheckedBackup = { manifest: Manifest; folder: string; secret: Uint8Array | null };

/** The cost of a guess at the passphrase: about half a second, and 128 MiB of memory. */
const cost = 2 ** 17;

export type Encryption = { described: Manifest['encryption']; secret: Uint8Array | null };

/** Prepares the encryption of a new backup. @param passphrase undefined if the backup is not encrypted */
export async function prepareEncryption(passphrase: string | undefined): Promise<Encryption> {
  if (passphrase === undefined) return { described: null, secret: null };
  const salt = randomBytes(16).toString('base64');
  const described = { kdf: 'scrypt' as const, salt, cost };
  return { described, secret: await toSecret(passphrase, described) };
}

const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Buffer,
  bytes: number,
  options: object,
) => Promise<Buffer>;

const toSecret = (passphrase: string, { salt, cost: N }: { salt: string; cost: number }) =>
  derive(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, {
    ...{ N, r: 8, p: 1 },
    maxmem: 256 * N * 8,
  });

/**
 * The seal shows that no byte of a manifest has changed. If there is a secret, the seal can be made only with the
 * secret.
 */
const sealOf = (text: string, secret: Uint8Array | null) =>
  (secret ? createHmac('sha256', secret) : createHash('sha256')).update(text).digest('hex');

/** Writes the manifest, which completes a backup. */
export async function writeManifest(folder: string, manifest: Manifest, secret: Uint8Array | null) {
  const text = JSON.stringify(manifestSchema.parse(manifest), null, 2);
  const sealed = JSON.stringify({ manifest: text, seal: sealOf(text, secret) }, null, 2);
  await writeFile(join(folder, manifestFile), `${sealed}\n`, {
    ...{ mode: 0o600, flag: 'wx' },
    flush: true,
  });
}

/**
 * Reads a backup and checks each file, before anything is restored.
 *
 * @throws BackupError if the folder has no backup, or if a file is damaged, missing or not part of the backup
 */
export async function checkBackup(
  folder: string,
  passphrase: string | undefined,
): Promise<CheckedBackup> {
  const { text, seal, manifest } = await readSealed(folder);
  const { encryption } = manifest;
  if (encryption && passphrase === undefined) {
    throw new BackupError('The backup is encrypted: set BACKUP_PASSPHRASE.');
  }
  const secret = encryption ? await toSecret(passphrase ?? '', encryption) : null;
  if (!timingSafeEqual(Buffer.from(sealOf(text, secret)), Buffer.from(seal))) {
    throw new BackupError(
      encryption
        ? 'BACKUP_PASSPHRASE is not the passphrase of this backup, or its manifest was changed.'
        : 'The manifest of the backup is damaged or was changed.',
    );
  }
  const expected = new Set([manifestFile, ...manifest.tables.map(({ file }) => file)]);
  const found = await readdir(folder);
  const foreign = found.find((file) => !expected.has(file));
  if (foreign) throw new BackupError(`${foreign} is not part of the backup.`);
  for (const { file, bytes, sha256 } of manifest.tables) {
    if (!found.includes(file)) throw new BackupError(`${file} of the backup is missing.`);
    const measured = await measureFile(join(folder, file));
    if (measured.bytes < bytes) throw new BackupError(`${file} of the backup is cut off.`);
    if (measured.sha256 !== sha256) throw new BackupError(`${file} of the backup is damaged.`);
  }
  return { manifest, folder, secret };
}

async function readSealed(folder: string) {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: Error) => {
    throw new BackupError(`${folder} has no whole backup: ${error.message}`);
  });
  try {
    const sealed = z.object({ manifest: z.string(), seal: hash }).parse(JSON.parse(text));
    const manifest = manifestSchema.parse(JSON.parse(sealed.manifest));
    return { text: sealed.manifest, seal: sealed.seal, manifest };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new BackupError(
      `${join(folder, manifestFile)} is damaged, or is not the manifest of a backup of this or an earlier release.`,
    );
  }
}
