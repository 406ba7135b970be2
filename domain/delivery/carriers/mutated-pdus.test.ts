import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBoundCarrier } from './carrier.test-support.ts';
import { mutatedPdu } from './pdu-corpus.test-support.ts';
import { startRawSmsc } from './raw-smsc.test-support.ts';

// `npm run fuzz` sends another 100,000 PDUs to a worker.
test('each of 20,000 corrupted PDUs gets one answer, and the connection stays open', async () => {
  const smsc = await startRawSmsc();
  onTestFinished(smsc.close);
  const kept = vi.fn(async () => undefined);
  const carrier = await openBoundCarrier({ port: smsc.port }, { onReceipt: kept, onUnread: kept });
  expect(await smsc.send(fc.sample(mutatedPdu, 20_000))).toBeNull();
  expect(kept).toHaveBeenCalled();
  expect(carrier.state).toBe('bound');
}, 120_000);
