import { toCarrierFields } from '#app/operator/carrier-input.server.ts';
import { statusText } from '#domain/delivery/carriers/contract.ts';
import { proposeSettings, testBinds } from '#domain/delivery/carriers/test-carrier.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { keepUnread } from '#domain/delivery/receipts/unread-pdus.ts';
import { CarrierError, findCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { sendTestMessage } from '#domain/delivery/send-test-message.ts';
import { readCarrierFigures } from '#domain/delivery/stats/read-delivery-stats.ts';
import { readBinds } from '#domain/shared/processes/processes.ts';
import { clock } from '#platform/clock.browser.ts';

/** Loads a carrier without its passwords, its connections, and its figures of the last 15 minutes. @throws Response 404 */
export async function loadCarrier(name: string) {
  const to = clock.now();
  const [row, figures, binds] = await Promise.all([
    findOr404(name),
    readCarrierFigures({ from: new Date(to.getTime() - 15 * 60_000), to }, 'minute'),
    readBinds(),
  ]);
  const { config, source, pausedAt, out } = row;
  const { codes: _, ...own } = figures.find(({ carrier }) => carrier === name) ?? { codes: [] };
  return {
    ...{ name, source, out, pausedAt: pausedAt === null ? null : new Date(pausedAt) },
    ...{ rate: config.rate, window: config.window },
    workers: binds.get(name) ?? [],
    figures: 'carrier' in own ? own : null,
    binds: config.binds.map(({ password: _password, ...bind }) => bind),
    settings: toCarrierFields(config),
  };
}

/** @throws Response 404 if there is no such carrier, or its row cannot be used */
export async function findOr404(name: string) {
  try {
    return await findCarrier(name);
  } catch (error) {
    if (error instanceof CarrierError) throw new Response(null, { status: 404 });
    throw error;
  }
}

/** The result of a test of a carrier's binds, or of a test message, as sentences. */
export type CarrierTest = { kind: 'binds' | 'message'; isGood: boolean; lines: string[] };

/** Binds as a worker would, and sends `enquire_link`. @throws Response 404 */
export async function testBindsOf(name: string): Promise<CarrierTest> {
  const { config } = await findOr404(name);
  const binds = await testBinds(config, { onReceipt: receiveReceipt, onUnread: keepUnread });
  return {
    kind: 'binds',
    isGood: binds.every(({ isAlive }) => isAlive),
    lines: binds.flatMap(({ mode, host, port, boundInMs, rejectedWith, isAlive, proposals }) => [
      `${mode} ${host}:${port}: ${describeBind({ boundInMs, rejectedWith, isAlive })}`,
      ...proposals,
    ]),
  };
}

type Tested = { boundInMs: number | null; rejectedWith: number | null; isAlive: boolean };

function describeBind({ boundInMs, rejectedWith, isAlive }: Tested): string {
  if (rejectedWith !== null) return `the bind was rejected with ${statusText(rejectedWith)}.`;
  if (boundInMs === null) return 'no connection, or no response to the bind.';
  return `bound after ${boundInMs} ms, enquire_link ${isAlive ? 'answered' : 'not answered'}.`;
}

type TestMessage = { to: string; sender: string; text: string; templateId?: string | undefined };

/**
 * Sends a message over a carrier. Waits up to 10 seconds for the bind, and up to 30 seconds for the receipt.
 *
 * @throws CarrierError if the text cannot be sent unchanged; Response 404
 */
export async function sendOver(name: string, message: TestMessage): Promise<CarrierTest> {
  const { config } = await findOr404(name);
  const { templateId = null, ...rest } = message;
  const result = await sendTestMessage(config, { ...rest, templateId });
  const { outcome, receipt, others, unread, unknownWords } = result;
  const lines = [describeOutcome(outcome)];
  if (outcome?.kind === 'accepted') {
    const state = receipt && [receipt.status, receipt.errorCode, receipt.errorText];
    const isUnclear = others.length + unknownWords.length + unread.length > 0;
    if (state) lines.push(`Receipt: ${state.filter(Boolean).join(' ')}.`);
    else if (!isUnclear) lines.push('No receipt came within 30 seconds.');
    else lines.push('The carrier sent something that cannot be read as a receipt of the message.');
  }
  const proposals = proposeSettings(config, { text: message.text, ...result });
  return { kind: 'message', isGood: outcome?.kind === 'accepted', lines: [...lines, ...proposals] };
}

function describeOutcome(outcome: Awaited<ReturnType<typeof sendTestMessage>>['outcome']): string {
  if (!outcome) return 'The carrier did not bind within ten seconds.';
  if (outcome.kind === 'accepted')
    return `Accepted ${outcome.carrierMessageId ? `as ${outcome.carrierMessageId}` : 'without an id'}.`;
  if (outcome.kind === 'refused') return `Refused with ${statusText(outcome.status)}.`;
  return 'The carrier did not answer: the message may have been sent.';
}
