/** Where the text of a hook's messages comes from. */
export const sendAsValues = ['text', 'template', 'service', 'code'] as const;

export type SendAs = (typeof sendAsValues)[number];

export const sendAsLabels: Record<SendAs, string> = {
  text: 'The text that the product sends',
  template: 'A DLT template, filled in from the call',
  service: 'The text of one of your OTP services, with the code',
  code: 'The text of this installation, with the code',
};
