import type { RequestHandler } from 'express';
import type { Mails } from './mails.ts';

/**
 * Emails are untrusted: the page has no origin, runs no scripts and loads nothing. Links open in a new tab.
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

/** Serves an email's HTML unchanged, for an iframe. */
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
