import express, { type Router } from 'express';
import { z } from 'zod';
import { behaviourNames } from '../smsc/magic-numbers.ts';
import { isComplete, joinText, type PhoneMessage } from '../smsc/phones.ts';
import type { Smsc } from '../smsc/server.ts';
import { optionalWhole, parameter, serveChanges } from '../web/server.ts';
import { normalizeDigits, renderHandset } from './page.ts';

const maxPhones = 24;
const maxListed = 100;

/**
 * The handset page, the settings of the network and of the DLT check, and JSON for tests and benchmarks. The forms of the
 * page post to the same paths as programs, but without `.json`.
 */
export function handsetRoutes({ smsc, smscHost }: { smsc: Smsc; smscHost: string }): Router {
  const { network, scrubber, phones, ledger } = smsc;
  const router = express.Router();

  router.get('/', ({ query }, response) => {
    const search = parameter(query.number);
    const conversations = phones.conversations(maxPhones, normalizeDigits(search));
    response.send(
      renderHandset({ smsc, address: `${smscHost}:${smsc.port}`, conversations, search }),
    );
  });
  router.get('/events', serveChanges(smsc.subscribe));

  router.get('/handset.json', ({ query }, response) => {
    response.json(handsetJson(smsc, normalizeDigits(parameter(query.number))));
  });
  router.get('/submits.json', ({ query }, response) => {
    const recipients = parameter(query.recipients);
    if (recipients === '') response.json(totalsJson());
    else {
      const numbers = recipients.split(',').map(normalizeDigits);
      response.json({ counts: numbers.map(ledger.acceptedFor) });
    }
  });
  const totalsJson = () => ({ ...ledger.totals(), receiptsWaiting: smsc.receiptsKept() });

  const networkJson = () => {
    const { behaviour, remaining } = network.setting();
    return { behaviour, count: remaining };
  };
  router.get('/network.json', (_request, response) => void response.json(networkJson()));
  router.post(['/network', '/network.json'], ({ body, path }, response) => {
    const { data } = networkSchema.safeParse(body);
    if (!data) {
      const error = `Choose one of: ${behaviourNames.join(', ')}; and a whole number from 1 to 10,00,000, or nothing.`;
      response.status(400).json({ error });
      return;
    }
    network.set(data.behaviour, data.count);
    if (path === '/network') response.redirect(303, '/#network');
    else response.json(networkJson());
  });

  const scrubberJson = () => ({ ...scrubber.setting(), problem: scrubber.problem() });
  router.get('/scrubber.json', (_request, response) => void response.json(scrubberJson()));
  router.post(['/scrubber', '/scrubber.json'], ({ body, path }, response) => {
    const isForm = path === '/scrubber';
    const { data } = scrubberSchema.safeParse(isForm ? readScrubberForm(body) : body);
    if (!data) {
      const error = `Send true or false for ${switchNames.join(', ')}; and time, such as "21:30" or null.`;
      response.status(400).json({ error });
      return;
    }
    scrubber.set(data);
    if (isForm) response.redirect(303, '/#scrubber');
    else response.json(scrubberJson());
  });

  router.post('/clear', (_request, response) => {
    phones.clear();
    response.redirect(303, '/');
  });
  router.post('/reset.json', (_request, response) => {
    smsc.reset();
    response.json(totalsJson());
  });
  return router;
}

/** Parses the setting of the network, from JSON, or from a form, in which all values are strings. */
const networkSchema = z.object({
  behaviour: z.enum(behaviourNames),
  count: optionalWhole(1, 1_000_000),
});

const switchNames = ['isOn', 'chain', 'preferences', 'window', 'isDown'] as const;

/** Parses the setting of the DLT check from JSON. Omitted settings stay as they are. */
const scrubberSchema = z.strictObject({
  isOn: z.boolean().exactOptional(),
  chain: z.boolean().exactOptional(),
  preferences: z.boolean().exactOptional(),
  window: z.boolean().exactOptional(),
  isDown: z.boolean().exactOptional(),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable()
    .exactOptional(),
});

/** Converts a form to settings. Browsers omit a checkbox that is off from a form. */
function readScrubberForm(body: Record<string, unknown>) {
  const switches = switchNames.map((name) => [name, body[name] === 'on']);
  return { ...Object.fromEntries(switches), time: parameter(body.time) || null };
}

/**
 * Returns the complete texts on the phones, newest first.
 *
 * @param number digits with country code; empty for all numbers
 */
export function handsetJson({ phones }: Smsc, number: string) {
  const messages = number === '' ? phones.newestFirst() : phones.conversation(number).messages;
  const shown: PhoneMessage[] = [];
  for (const message of messages) {
    if (shown.length >= maxListed) break;
    if (hasArrived(message)) shown.push(message);
  }
  return {
    messages: shown.map((message) => {
      const { from, to, at, dlt } = message;
      return { from, to, text: joinText(message), at: new Date(at).toISOString(), dlt };
    }),
  };
}

const hasArrived = (message: PhoneMessage): boolean =>
  isComplete(message) && message.behaviour !== 'undelivered' && message.rejection === null;
