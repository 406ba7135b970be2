import { recordAudit } from '#domain/audit/record-audit.ts';
import { parseIndianMobile } from '#domain/sms/phone-number.ts';
import { transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { splitIntoSegments } from '../sms/segments.browser.ts';
import type { CarrierConfig } from './carriers/carrier-config.ts';
import { type SubmitTest, testSubmit } from './carriers/test-carrier.ts';
import { prepareSubmits } from './prepare-submits.ts';
import { receiveReceipt } from './receipts/receive-receipt.ts';
import { keepUnread } from './receipts/unread-pdus.ts';
import { type Acting, CarrierError } from './routing/manage-carriers.ts';

/** How long a test message is valid, and how long to wait for its receipt, in milliseconds. */
const validityMs = 300_000;
const receiptMs = 30_000;

type TestMessage = { to: string; sender: string; text: string; templateId: string | null };

/**
 * Sends a text of one segment over a carrier without using the queue. No account pays for it, and it appears in no message log.
 *
 * @throws CarrierError if the text cannot be sent unchanged
 */
export async function sendTestMessage(
  config: CarrierConfig,
  { to, sender, text, templateId }: TestMessage,
  acting: Acting = {},
): Promise<SubmitTest> {
  const parsed = parseIndianMobile(to);
  if ('error' in parsed) throw new CarrierError(`--to: ${parsed.reason}`);
  if (!/^[A-Za-z0-9]{1,11}$/.test(sender)) throw new CarrierError('--sender is not a header.');
  const { encoding, parts } = splitIntoSegments(text);
  if (parts.length !== 1) throw new CarrierError('--text is empty, or longer than one segment.');
  const now = new Date();
  const message = {
    ...{ id: newId('msg'), recipient: parsed.number, sender, templateId, encoding, segments: 1 },
    ...{ entityId: null, chains: null, livemode: true },
    validUntil: new Date(now.getTime() + validityMs),
  };
  const [prepared] = prepareSubmits(message, text, now);
  if (!prepared) throw new CarrierError('--text is empty.');
  const tested = await testSubmit(config, prepared.submit, receiptMs, {
    onReceipt: receiveReceipt,
    onUnread: keepUnread,
  });
  await transaction((tx) =>
    recordAudit(tx, {
      ...{ ...acting, accountId: null, action: 'carrier.test' },
      targets: [{ type: 'carrier', id: config.name }],
      after: { sender, outcome: tested.outcome?.kind ?? 'not bound' },
    }),
  );
  return tested;
}
