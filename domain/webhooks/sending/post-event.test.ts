import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signPayload, toSigningKey } from './post-event.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('a signature equals that of the reference library', () => {
  const at = new Date('2026-11-24T09:30:00Z');
  const body = '{"type":"ping","data":{"text":"नमस्ते"}}';
  expect(signPayload({ id: 'evt_1', body, at: at.getTime() }, [toSigningKey(secret)])).toEqual({
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1795512600',
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  });
});
