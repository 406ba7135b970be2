import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { configure, defineSettings } from '#platform/settings.ts';
import { checkPort } from '../bootstrap/ports.mjs';
import type { Environment } from '../environment.ts';
import { root } from '../root.ts';

const dataSettings = defineSettings({ DATA_DIR: z.string().default('.data') });

const portNames = ['PORT', 'SANDBOX_PORT', 'SMPP_PORT', 'SANDBOX_SMTP_PORT'] as const;

/** The hosts and ports on which an installation's programs listen on this machine. */
export type Addresses = Record<(typeof portNames)[number], number> & { HOST: string };

/** The settings of a start. Every port is free, and DATA_DIR is an absolute path. */
export type Settings = Addresses & { DATA_DIR: string };

/**
 * Reads the settings.
 *
 * @throws Error that names every invalid setting
 */
export async function readSettings(): Promise<Settings> {
  // These modules are loaded only here, because they read the ports, which must have been chosen before.
  const { serverSettings } = await import('#platform/server-settings.ts');
  const { sandboxSettings } = await import('#sandbox/settings.ts');
  const { deliverySettings } = await import('#domain/delivery/settings.ts');
  configure(process.env);
  const { HOST, PORT } = serverSettings;
  const { SMPP_PORT } = deliverySettings;
  const DATA_DIR = resolve(root, dataSettings.DATA_DIR);
  return { HOST, PORT, SMPP_PORT, ...sandboxSettings, DATA_DIR };
}

/**
 * Checks the ports before anything else is started.
 *
 * @throws Error that names the first port that is not free
 */
export async function checkPorts(settings: Settings): Promise<void> {
  const taken = new Map<number, string>();
  for (const name of portNames) {
    const port = settings[name];
    const other = taken.get(port);
    if (other) throw new Error(`${other} and ${name} are both ${port}: they must differ.`);
    taken.set(port, name);
    const fault = await checkPort(name, port, settings.HOST);
    if (fault) throw new Error(fault);
  }
}

/** Creates new secrets, because production rejects the ones published in this repository. */
export const newSecrets = () => ({
  HASH_KEY: randomBytes(32).toString('base64url'),
  ENCRYPTION_KEYS: `local:${randomBytes(32).toString('base64')}`,
  // SMPP allows at most eight characters for a password.
  SMPP_PASSWORD: randomBytes(6).toString('base64url'),
});

const secretsSchema = z.object({
  HASH_KEY: z.string(),
  ENCRYPTION_KEYS: z.string(),
  SMPP_PASSWORD: z.string(),
});

/**
 * Returns a data directory's secrets, which are created on first use and stored in `secrets.json`. Without this file, the
 * encrypted data is unreadable.
 */
export function localSecrets(dataDir: string): z.infer<typeof secretsSchema> {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const secrets = newSecrets();
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}

/** The settings with which the user configures another carrier than the sandbox's. */
const ownCarrier = ['CARRIERS', 'SMPP_HOST', 'SMPP_SYSTEM_ID', 'SMPP_WINDOW', 'SMPP_RATE'];

/**
 * Returns the settings of the sandbox's carrier, with the DLT identities of its register
 * (`sandbox/scrubber/register.json`), unless a carrier was set by hand. With these identities, the handset shows the
 * DLT ids of messages. The sandbox's DLT check needs the identities too.
 *
 * @param given the settings made by hand
 * @param password the password with which workers bind to the sandbox
 */
export function localCarrierSettings(
  { HOST, SMPP_PORT }: Addresses,
  given: Environment,
  password: string,
) {
  if (ownCarrier.some((name) => given[name] !== undefined)) return {};
  const carrier = {
    name: 'default',
    host: reachable(HOST),
    port: SMPP_PORT,
    systemId: 'dakiya',
    password: given.SMPP_PASSWORD ?? password,
    window: 50,
    rate: 500,
    entityId: '1101172974420810001',
    telemarketerIds: ['1101172974420830004'],
    tlvs: [
      { tag: 0x1400, source: 'entity' },
      { tag: 0x1401, source: 'template' },
      { tag: 0x1402, source: 'chain' },
    ],
    // The list of operator codes that the sandbox uses.
    operatorCodes: 'jio',
  };
  return { CARRIERS: JSON.stringify([carrier]) };
}

/**
 * Returns the settings for emails, sign-in and payments through the sandbox, for each provider without credentials in the
 * environment. The providers' secrets are new at each start, because only our own programs need them. The email sender
 * addresses are set explicitly, because production rejects the defaults; they end in `.localhost`, which always means this
 * machine (RFC 6761). The social accounts on the contact page are examples.
 *
 * @param given the settings made by hand
 */
export function localProviderSettings(settings: Addresses, given: Environment = {}) {
  const host = reachable(settings.HOST);
  // This host must work both in browsers and for the web server.
  const pages = host === '127.0.0.1' || host === '::1' ? 'localhost' : inUrl(host);
  const sandbox = `http://${pages}:${settings.SANDBOX_PORT}`;
  const secret = () => randomBytes(24).toString('base64url');
  const google = {
    GOOGLE_CLIENT_ID: 'dakiya',
    GOOGLE_CLIENT_SECRET: secret(),
    GOOGLE_AUTHORIZATION_URL: `${sandbox}/google/authorize`,
    GOOGLE_TOKEN_URL: `${sandbox}/google/token`,
    GOOGLE_USERINFO_URL: `${sandbox}/google/userinfo`,
  };
  const github = {
    GITHUB_CLIENT_ID: 'dakiya',
    GITHUB_CLIENT_SECRET: secret(),
    GITHUB_AUTHORIZATION_URL: `${sandbox}/github/login/oauth/authorize`,
    GITHUB_TOKEN_URL: `${sandbox}/github/login/oauth/access_token`,
    GITHUB_USER_URL: `${sandbox}/github/user`,
    GITHUB_EMAILS_URL: `${sandbox}/github/user/emails`,
  };
  const razorpay = {
    RAZORPAY_KEY_ID: 'rzp_test_dakiya',
    RAZORPAY_KEY_SECRET: secret(),
    RAZORPAY_WEBHOOK_SECRET: secret(),
    RAZORPAY_API_URL: `${sandbox}/razorpay`,
    RAZORPAY_CHECKOUT_URL: `${sandbox}/razorpay/checkout.js`,
  };
  return {
    SMTP_URL: `smtp://${inUrl(host)}:${settings.SANDBOX_SMTP_PORT}`,
    MAIL_FROM: 'Dakiya <post@dakiya.localhost>',
    SUPPORT_EMAIL: 'support@dakiya.localhost',
    SOCIAL_LINKS:
      'https://github.com/dakiya,https://www.linkedin.com/company/dakiya,https://x.com/dakiya',
    ...(!given.GOOGLE_CLIENT_ID && google),
    ...(!given.GITHUB_CLIENT_ID && github),
    ...(!given.RAZORPAY_KEY_ID && razorpay),
  };
}

/** Returns the host for connections to a program that listens on `host`. */
const reachable = (host: string) => (['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
