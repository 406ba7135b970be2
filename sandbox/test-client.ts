import { once } from 'node:events';
import smpp, { type CommandName, type Pdu, type PduFields } from 'smpp';
import { vi } from 'vitest';
import type { Smsc } from './smsc/server.ts';

/** An SMPP client for tests, on a real socket. */
export type TestClient = {
  /** Received receipts in order, including rejected ones. */
  readonly receipts: Pdu[];
  /** Commands of all received PDUs. */
  readonly heard: string[];
  readonly closed: boolean;
  /** Sends a request and waits for the response; rejects if the connection closes first. */
  request(command: CommandName, fields?: PduFields): Promise<Pdu>;
  /** Submits a text and requests a receipt. */
  submit(to: string, text: string, fields?: PduFields): Promise<Pdu>;
  /** Sets the status of future responses to receipts. With null, receipts get no response. */
  answerReceipts(status: number | null): void;
  /** Waits until `count` receipts have arrived. */
  receiptsToBe(count: number): Promise<Pdu[]>;
  /** Sends raw bytes. */
  write(octets: Buffer): void;
  close(): void;
};

/** Connects to a centre without binding. */
export async function connect(smsc: Smsc): Promise<TestClient> {
  const session = smpp.connect({ host: '127.0.0.1', port: smsc.port });
  session.on('error', () => session.destroy());
  session.socket.setNoDelay(true);
  await once(session.socket, 'connect');
  const receipts: Pdu[] = [];
  const heard: string[] = [];
  const waiting = new Set<(error: Error) => void>();
  let receiptStatus: number | null = 0;

  session.on('pdu', (pdu) => {
    heard.push(pdu.command);
    if (pdu.command === 'enquire_link') session.send(pdu.response());
    if (pdu.command !== 'deliver_sm') return;
    receipts.push(pdu);
    if (receiptStatus !== null) session.send(pdu.response({ command_status: receiptStatus }));
  });

  session.on('close', () => {
    for (const reject of waiting) reject(new Error('connection closed'));
  });

  const request = (command: CommandName, fields: PduFields = {}) =>
    new Promise<Pdu>((resolve, reject) => {
      waiting.add(reject);
      session.send(new smpp.PDU(command, fields), resolve);
    });

  return {
    receipts,
    heard,
    get closed() {
      return session.socket.destroyed;
    },
    request,
    submit: (to, text, fields = {}) =>
      request('submit_sm', {
        source_addr_ton: 5,
        source_addr: 'DAKIYA',
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: to,
        registered_delivery: 1,
        data_coding: 0,
        short_message: smpp.gsmCoder.encode(text, 0),
        ...fields,
      }),
    answerReceipts(status) {
      receiptStatus = status;
    },
    async receiptsToBe(count) {
      await vi.waitUntil(() => receipts.length >= count, { timeout: 5000, interval: 5 });
      return receipts;
    },
    write: (octets) => void session.socket.write(octets),
    close: () => session.destroy(),
  };
}

/** Connects to a centre and binds, by default as a transceiver. */
export async function bind(
  smsc: Smsc,
  command: CommandName = 'bind_transceiver',
  systemId = 'tests',
): Promise<TestClient> {
  const client = await connect(smsc);
  const fields = { system_id: systemId, password: 'sandbox', interface_version: 0x34 };
  const answer = await client.request(command, fields);
  if (answer.command_status !== 0) throw new Error(`bind refused: ${answer.command_status}`);
  return client;
}

export function receiptText({ short_message: message }: Pdu): string {
  const inner = typeof message === 'object' && message && 'message' in message && message.message;
  return typeof inner === 'string' ? inner : '';
}

/** Returns the fields that make a submit part `sequence` of `total`, with an 8-bit reference. */
export function partFields(reference: number, total: number, sequence: number, text: string) {
  const header = Buffer.from([5, 0, 3, reference, total, sequence]);
  return { esm_class: 0x40, short_message: Buffer.concat([header, smpp.gsmCoder.encode(text, 0)]) };
}

export function form(fields: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}

export function jsonBody(body: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}
