import { expect, test } from 'vitest';
import { carrierListSchema } from '#domain/delivery/carriers/carrier-config.ts';
import { localCarrierSettings } from './local-settings.ts';

const settings = {
  ...{ HOST: '0.0.0.0', DATA_DIR: '/tmp' },
  ...{ PORT: 3000, SMPP_PORT: 2776, SANDBOX_PORT: 4000, SANDBOX_SMTP_PORT: 2525 },
};

test('the sandbox’s carrier has the DLT ids of the sandbox’s register', () => {
  const { CARRIERS } = localCarrierSettings(settings, {}, 'secret');
  expect(carrierListSchema.parse(CARRIERS)).toMatchObject([
    {
      ...{ name: 'default', entityId: '1101172974420810001', operatorCodes: 'jio' },
      binds: [{ host: '127.0.0.1', port: 2776, password: 'secret' }],
    },
  ]);
});

test('a carrier set in the environment is kept', () => {
  expect(localCarrierSettings(settings, { CARRIERS: '[]' }, 'secret')).toEqual({});
  expect(localCarrierSettings(settings, { SMPP_RATE: '10' }, 'secret')).toEqual({});
});
