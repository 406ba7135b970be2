import { z } from 'zod';
import { count, defineSettings, port } from '#platform/settings.ts';
import {
  type CarrierConfig,
  carrierListSchema,
  credentials,
  parseCarrier,
} from './carriers/carrier-config.ts';

/**
 * Seconds without a heartbeat after which a worker's reservations are released. These messages were not submitted, so other
 * workers may send them.
 */
export const silentSeconds = 5;

/** The carriers, and the seconds without a heartbeat after which a worker that is submitting messages counts as lost. */
export const deliverySettings = defineSettings(
  {
    CARRIERS: carrierListSchema.optional(),
    SMPP_HOST: z.string().default('127.0.0.1'),
    SMPP_PORT: port.default(2775),
    SMPP_SYSTEM_ID: credentials.systemId.default('dakiya'),
    SMPP_PASSWORD: credentials.password.default('sandbox'),
    SMPP_WINDOW: count.default(50),
    SMPP_RATE: count.default(500),
    SUBMIT_LEASE_SECONDS: z.coerce.number().min(silentSeconds).default(30),
  },
  {
    check: (values, { isProduction }) => (isProduction ? checkPasswords(values) : []),
    complete: (values) => ({ ...values, carriers: listCarriers(values) }),
  },
);

type Smpp = {
  CARRIERS?: CarrierConfig[] | undefined;
  SMPP_HOST: string;
  SMPP_PORT: number;
  SMPP_SYSTEM_ID: string;
  SMPP_PASSWORD: string;
  SMPP_WINDOW: number;
  SMPP_RATE: number;
};

/** The carriers in the order in which they are tried: `CARRIERS`, or the single carrier of the `SMPP_*` settings. */
function listCarriers(values: Smpp): CarrierConfig[] {
  if (values.CARRIERS) return values.CARRIERS;
  return [
    parseCarrier({
      name: 'default',
      host: values.SMPP_HOST,
      port: values.SMPP_PORT,
      systemId: values.SMPP_SYSTEM_ID,
      password: values.SMPP_PASSWORD,
      window: values.SMPP_WINDOW,
      rate: values.SMPP_RATE,
    }),
  ];
}

/** Rejects the sandbox's password, because it is public in this repository. */
function checkPasswords({ CARRIERS, SMPP_PASSWORD }: Smpp): string[] {
  if (!CARRIERS) {
    return SMPP_PASSWORD === 'sandbox'
      ? ['SMPP_PASSWORD: set your carrier’s (or CARRIERS) in production']
      : [];
  }
  return CARRIERS.filter(({ binds }) => binds.some(({ password }) => password === 'sandbox')).map(
    ({ name }) => `CARRIERS: set the password of ${name} in production`,
  );
}
