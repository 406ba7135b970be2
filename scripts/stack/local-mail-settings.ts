import type { Settings } from './settings.ts';

/**
 * The settings that send emails to the sandbox's mailbox, and the contact page's details. The sender's names
 * are set explicitly, because production rejects the defaults; they end in `.localhost`, which always means
 * this machine (RFC 6761). The accounts are examples.
 */
export function localMailSettings({ HOST, SANDBOX_SMTP_PORT }: Settings) {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return {
    SMTP_URL: `smtp://${host.includes(':') ? `[${host}]` : host}:${SANDBOX_SMTP_PORT}`,
    MAIL_FROM: 'Dakiya <post@dakiya.localhost>',
    SUPPORT_EMAIL: 'support@dakiya.localhost',
    SOCIAL_LINKS:
      'https://github.com/dakiya,https://www.linkedin.com/company/dakiya,https://x.com/dakiya',
  };
}
