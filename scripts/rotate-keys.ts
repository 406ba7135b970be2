import { runOperatorCommand } from './stack/operator-command.ts';

const usage = 'npm run rotate-keys    encrypts and hashes everything with the first keys';

/**
 * npm run rotate-keys: re-encrypts values that do not use the first key of ENCRYPTION_KEYS or are not bound to their
 * row, and rehashes API keys that do not use the first key of HASH_KEY. The service can keep running. Exits with 1 if
 * some values remain, for example because they could not be decrypted. docs/operations.md describes the steps before
 * and after this command.
 */
runOperatorCommand({
  usage,
  readArguments: () => (process.argv.length > 2 ? null : {}),
  load: () => import('./operator/rotate-keys.ts'),
});
