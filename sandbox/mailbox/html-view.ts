import type { RequestHandler } from 'express';
import type { Mails } from './mails.ts';

/**
 * A mail is hostile input: its page has no origin, runs nothing and loads nothing, wherever it is
 * opened. Its links open beside it.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const base = '<base target="_blank">';

/** Answers with a mail's HTML as it came, for a frame. */
export function serveHtml(mails: Mails): RequestHandler {
  return ({ params }, response, next) => {
    const mail = mails.get(Number(params.serial));
    if (!mail) {
      next();
      return;
    }
    const head = /<head[^>]*>/i;
    const page = head.test(mail.html)
      ? mail.html.replace(head, (tag) => tag + base)
      : base + mail.html;
    response.set('content-security-policy', policy).type('html').send(page);
  };
}
