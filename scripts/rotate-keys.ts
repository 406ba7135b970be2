import { runOperatorCommand } from './stack/operator-command.ts';

const usage = 'npm run rotate-keys    encrypts and hashes everything with the first keys';

/**
 * npm run rotate-keys: re-encrypts everything that is not encrypted with the first key of ENCRYPTION_KEYS or
 * not bound to its row, and rehashes API keys that are not hashed with the first key of HASH_KEY, while
 * everything runs. Exits with 1 if something could not be decrypted, or remains. docs/operations.md describes
 * the steps before and after it.
 */
runOperatorCommand({
  usage,
  readArguments: () => (process.argv.length > 2 ? null : {}),
  load: () => import('./operator/rotate-keys.ts'),
});
