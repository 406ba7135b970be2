import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  HASH_KEY: z.string(),
  ENCRYPTION_KEYS: z.string(),
  SMPP_PASSWORD: z.string(),
});

/**
 * The secrets of a data directory, created when it is first used: production rejects the ones that are
 * published in this repository. Data encrypted with them is readable only as long as this file exists.
 */
export function localSecrets(dataDir: string): z.infer<typeof schema> {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const secrets = {
    HASH_KEY: randomBytes(32).toString('base64url'),
    ENCRYPTION_KEYS: `local:${randomBytes(32).toString('base64')}`,
    // SMPP allows eight characters.
    SMPP_PASSWORD: randomBytes(6).toString('base64url'),
  };
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
