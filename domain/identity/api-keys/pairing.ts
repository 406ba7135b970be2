import { randomBytes, randomInt } from 'node:crypto';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { keyedHash, keyedHashes, sameHash } from '#platform/crypto.ts';
import { openedAtStart } from '#platform/instance.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { openRedis } from '#platform/redis.ts';
import { revealSecret } from './user-keys.ts';

/** How long a pairing can be approved and its key collected, in seconds. */
export const pairingSeconds = 600;

/** How often a program should poll for its key, in seconds. */
export const pollSeconds = 2;

/**
 * Maximum number of pairings within `pairingSeconds`, per address and in total. Each pairing uses memory in
 * Redis.
 */
const limits = {
  address: createRateLimiter('pairings', { points: 20, seconds: pairingSeconds }),
  all: createRateLimiter('all-pairings', { points: 5_000, seconds: pairingSeconds }),
};

const redis = openedAtStart(() => openRedis('commands'));

/**
 * A program that waits for an API key. Redis stores only a hash of the program's secret. The API key is stored in
 * PostgreSQL, and read from there when the program collects it.
 */
type Pairing = {
  /** A short code that both the program and the page show, so that the user can compare the two. */
  code: string;
  machine: string;
  /** The program's IP address. */
  from: string;
  /** The keyed hash of the program's secret, in base64. */
  secretHash: string;
  state: 'pending' | 'denied' | 'approved';
  /** The new key; set when the pairing is approved. */
  key?: { userId: string; id: string; keyId: string };
};

const place = (id: string) => `pairing:${id}`;
/** Redis key that the first decision sets, so that two pages cannot both decide. */
const decisionPlace = (id: string) => `pairing-decision:${id}`;

/** Letters and digits that people do not confuse with each other. */
const codeAlphabet = 'BCDFGHJKMPQRTVWXY2346789';

const generateCode = () =>
  Array.from({ length: 8 }, () => codeAlphabet[randomInt(codeAlphabet.length)])
    .join('')
    .replace(/^.{4}/, '$&-');

/**
 * Starts a pairing.
 *
 * @param from the program's exact IP address
 * @param limitedBy the address to which rate limits apply
 * @returns the id for the page's URL, the code, and the secret with which the program collects the key
 * @throws DomainError `rate_limited`
 */
export async function startPairing(machine: string, from: string, limitedBy: string) {
  const message = 'Too many logins were started. Please wait some minutes.';
  requireWithinLimit(await limits.address.consume(limitedBy), { message });
  requireWithinLimit(await limits.all.consume(''), { message });
  const id = randomBytes(12).toString('base64url');
  const secret = `${id}.${randomBytes(32).toString('base64url')}`;
  const code = generateCode();
  const secretHash = keyedHash('pairing', secret).toString('base64');
  const pairing: Pairing = { code, machine, from, secretHash, state: 'pending' };
  await redis().set(place(id), JSON.stringify(pairing), 'EX', pairingSeconds);
  return { id, code, secret };
}

async function read(id: string): Promise<Pairing | null> {
  if (!/^[\w-]{16}$/.test(id)) return null;
  const text = await redis().get(place(id));
  return text === null ? null : (JSON.parse(text) as Pairing);
}

/** Finds a pairing that waits for the user's decision; null if it is unknown, decided or expired. */
export async function findPending(id: string): Promise<Pairing | null> {
  const pairing = await read(id);
  return pairing?.state === 'pending' ? pairing : null;
}

/**
 * Approves or denies a pairing. Only the first decision takes effect.
 *
 * @param createKey creates the API key; null to deny
 * @returns false if the pairing is unknown, expired or already decided
 * @throws the errors of `createKey`, after which the user can decide again
 */
export async function decide(
  id: string,
  createKey: (() => Promise<NonNullable<Pairing['key']>>) | null,
): Promise<boolean> {
  const pairing = await findPending(id);
  if (!pairing) return false;
  const isFirst = await redis().set(decisionPlace(id), '1', 'EX', pairingSeconds, 'NX');
  if (isFirst === null) return false;
  try {
    const decided: Pairing = createKey
      ? { ...pairing, state: 'approved', key: await createKey() }
      : { ...pairing, state: 'denied' };
    return (await redis().set(place(id), JSON.stringify(decided), 'KEEPTTL', 'XX')) !== null;
  } catch (error) {
    await redis().del(decisionPlace(id));
    throw error;
  }
}

type Collected =
  | { status: 'pending' | 'denied' | 'expired'; apiId: null; apiKey: null }
  | { status: 'approved'; apiId: string; apiKey: string };

/**
 * Returns the state of a pairing, and the API key exactly once: the pairing is deleted before the key is
 * read.
 *
 * @returns `expired` also for a wrong secret, and if the key was already collected
 */
export async function collectKey(secret: string): Promise<Collected> {
  const none = { apiId: null, apiKey: null };
  const [id = ''] = secret.split('.', 1);
  const pairing = await read(id);
  const isRight =
    pairing &&
    keyedHashes('pairing', secret).some((hash) =>
      sameHash(hash, Buffer.from(pairing.secretHash, 'base64')),
    );
  if (!isRight) return { status: 'expired', ...none };
  const { state, key } = pairing;
  if (!key) return { status: state === 'denied' ? 'denied' : 'pending', ...none };
  const isTaken = (await redis().del(place(id))) === 0;
  if (isTaken) return { status: 'expired', ...none };
  try {
    return { status: 'approved', apiId: key.keyId, apiKey: await revealSecret(key.userId, key.id) };
  } catch (error) {
    // The user has deleted the key since approving the pairing.
    if (error instanceof DomainError && error.code === 'not_found')
      return { status: 'expired', ...none };
    throw error;
  }
}
