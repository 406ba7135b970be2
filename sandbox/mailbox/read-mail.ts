import PostalMime from 'postal-mime';

/** What is shown of a mail. */
export type MailContent = { from: string; subject: string; text: string; html: string };

/** Reads a mail as it came over the wire (RFC 5322, MIME). */
export async function readMail(octets: Buffer): Promise<MailContent> {
  const { from, subject = '', text = '', html = '' } = await PostalMime.parse(octets);
  // Whether the last line ends is a matter of how it was encoded.
  return {
    from: from?.address ?? '',
    subject,
    text: text.trimEnd(),
    html: html.trimEnd(),
  };
}
