import express, { type Router } from 'express';
import { asset } from '../web/asset.ts';
import { createLiveUpdates } from '../web/live-updates.ts';
import { parameter } from '../web/parameter.ts';
import { serveHtml } from './html-view.ts';
import { mailboxJson } from './json.ts';
import { renderMailbox } from './page.ts';
import { script } from './script.ts';
import type { Mailbox } from './server.ts';
import { style } from './style.ts';

type MailboxOptions = { mailbox: Mailbox; host: string };

/** The mailbox page and its JSON endpoint. */
export function mailboxRoutes({ mailbox, host }: MailboxOptions): Router {
  const { mails, port, subscribe } = mailbox;
  const router = express.Router();

  router.get('/mailbox', ({ query }, response) => {
    const search = parameter(query.to);
    const chosen = mails.get(Number(parameter(query.mail))) ?? null;
    response.send(renderMailbox({ mails: mails.list(search), chosen, search, host, port }));
  });
  router.get('/mailbox/:serial.html', serveHtml(mails));
  router.get('/assets/mailbox.css', asset('text/css', style));
  router.get('/assets/mailbox.js', asset('text/javascript', script));
  router.get('/mailbox/events', createLiveUpdates(subscribe));
  router.get('/mailbox.json', ({ query }, response) => {
    response.json(mailboxJson(mails, parameter(query.to)));
  });
  router.post('/mailbox/clear', (_request, response) => {
    mails.clear();
    response.redirect(303, '/mailbox');
  });
  return router;
}
