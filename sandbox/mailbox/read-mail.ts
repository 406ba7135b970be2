import PostalMime from 'postal-mime';

/** The displayed parts of an email. */
export type MailContent = { from: string; subject: string; text: string; html: string };

/** Parses an email (RFC 5322, MIME). */
export async function readMail(octets: Buffer): Promise<MailContent> {
  const { from, subject = '', text = '', html = '' } = await PostalMime.parse(octets);
  // Encodings differ in the final line break.
  return {
    from: from?.address ?? '',
    subject,
    text: text.trimEnd(),
    html: html.trimEnd(),
  };
}
