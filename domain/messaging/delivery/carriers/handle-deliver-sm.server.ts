import type { Logger } from 'pino';
import smpp, { type Pdu } from 'smpp';
import type { CarrierConfig } from './carrier-config.ts';
import type { Receipt } from './contract.ts';
import { parseReceipt, type ReceiptFields } from './parse-receipt.ts';
import { prepareReceiptErrors } from './receipt-errors.ts';

type Options = {
  config: CarrierConfig;
  store: (receipt: Receipt) => Promise<void>;
  answer: (pdu: Pdu) => void;
  log: Logger;
};

/**
 * Handles deliver_sm PDUs and responds only when it is safe. A receipt that could not be stored is
 * rejected temporarily (ESME_RX_T_APPN), so that the carrier sends it again. Anything else is
 * acknowledged and dropped, since we offer no inbound messages: rejected, it would be redelivered
 * for days.
 */
export function createDeliverSmHandler({ config, store, answer, log }: Options) {
  const inProgress = new Set<Promise<void>>();
  const toError = prepareReceiptErrors(config);

  async function handle(pdu: Pdu): Promise<void> {
    try {
      const fields = parseDeliverSm(pdu);
      const receipt = parseReceipt(fields, config.name, config.receiptIdFormat);
      if (receipt) await store({ ...receipt, ...toError(receipt) });
      else log.warn({ esmClass: fields.esmClass }, 'dropped a deliver_sm that is not a receipt');
      answer(pdu.response());
    } catch (error) {
      log.error({ error }, 'could not store a receipt; asked the carrier to send it again');
      answer(pdu.response({ command_status: smpp.ESME_RX_T_APPN }));
    }
  }

  return {
    receive(pdu: Pdu): void {
      const handling = handle(pdu).finally(() => inProgress.delete(handling));
      inProgress.add(handling);
    },
    /** Resolves when every received PDU is answered, later arrivals included. */
    async settled(): Promise<void> {
      while (inProgress.size > 0) await Promise.all(inProgress);
    },
  };
}

/** Reads the fields of a received deliver_sm; a missing or mistyped one counts as absent. */
function parseDeliverSm(pdu: Pdu): ReceiptFields {
  return {
    esmClass: toNumber(pdu.esm_class) ?? 0,
    sourceAddress: toText(pdu.source_addr) ?? '',
    destinationAddress: toText(pdu.destination_addr) ?? '',
    text: messageText(pdu, 'short_message') || messageText(pdu, 'message_payload'),
    receiptedMessageId: toText(pdu.receipted_message_id),
    messageState: toNumber(pdu.message_state),
    networkErrorCode: networkErrorCode(pdu.network_error_code),
    userMessageReference: toNumber(pdu.user_message_reference),
  };
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The network type, then two octets of its error code (SMPP 3.4 §5.3.2.31). */
function networkErrorCode(value: unknown): number | null {
  return Buffer.isBuffer(value) && value.length === 3 ? value.readUInt16BE(1) : null;
}

/**
 * The text of a receipt, which is ASCII whatever its data_coding. The library decodes data_coding 0
 * and 1 as GSM 03.38, which turns the `_` of a message id into `§`; encoding it back restores the
 * original octets.
 */
function messageText(pdu: Pdu, field: 'short_message' | 'message_payload'): string {
  const value = pdu[field];
  const message = isDecoded(value) ? value.message : value;
  if (Buffer.isBuffer(message)) return message.toString('latin1');
  if (typeof message !== 'string') return '';
  const readAsGsm = ((toNumber(pdu.data_coding) ?? 0) & 0x0f) <= 1;
  return readAsGsm ? smpp.gsmCoder.encode(message, 0).toString('latin1') : message;
}

function isDecoded(value: unknown): value is { message: unknown } {
  return typeof value === 'object' && value !== null && 'message' in value;
}
