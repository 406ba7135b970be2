import { z } from 'zod';
import { emailInput } from '#domain/identity/accounts/contract.browser.ts';
import { addCatalogueIssue } from '#domain/shared/describe-issue.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** Maximum number of channels in one call: the SMS and two addresses. */
const maxChannels = 3;

/**
 * The seconds between the start of a channel and the start of the next. If a channel fails, the next channel starts
 * immediately.
 */
const afterSeconds = { min: 10, max: 3_540, default: 60 };

const channelNames = ['sms', 'email'] as const;
type ChannelName = (typeof channelNames)[number];

const channel = z.object({
  channel: z
    .string({ error: 'Please send the name of a channel: sms or email.' })
    .max(40)
    .transform((name, context): ChannelName => {
      const known = channelNames.find((one) => one === name);
      return known ?? addCatalogueIssue(context, 'channel_not_supported');
    })
    .meta({ description: 'The channel: `sms` or `email`.', example: 'email' }),
  to: emailInput.optional().meta({
    description: 'The email address; required for `email`. The SMS goes to `recipient`.',
    example: 'asha@example.com',
  }),
  after: z
    .int()
    .min(afterSeconds.min)
    .max(afterSeconds.max)
    .optional()
    .meta({
      description: `How many seconds after the previous channel this channel starts, ${afterSeconds.default} by default. It starts earlier if the previous channel fails. The sum of all \`after\` must be less than the validity of the code.`,
      example: 60,
    }),
});

type ChannelInput = z.output<typeof channel>;

/** Returns the errors of a channel's fields. `place` is the index of the channel. Valid fields are omitted. */
function findProblems({ channel, to, after }: ChannelInput, place: number) {
  const isFirst = place === 0;
  return {
    ...(isFirst && channel !== 'sms' && { channel: 'The first channel must be sms.' }),
    ...(!isFirst && channel === 'sms' && { channel: 'Only the first channel may be sms.' }),
    ...(channel === 'sms' &&
      to !== undefined && { to: 'The SMS goes to recipient: remove this field.' }),
    ...(channel === 'email' && to === undefined && { to: 'Please enter an email address' }),
    ...(isFirst &&
      after !== undefined && { after: 'The first channel starts at once: remove this field.' }),
  };
}

/** The channels of a code in order: first the SMS, then email addresses. */
export const channelsInput = z
  .array(channel)
  .min(1)
  .max(maxChannels)
  .superRefine((channels, context) => {
    const report = (place: number, field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [place, field], message });
    const addresses = new Set<string>();
    for (const [place, one] of channels.entries()) {
      for (const [field, message] of Object.entries(findProblems(one, place))) {
        report(place, field, message);
      }
      const mailbox = one.to && toMailbox(one.to);
      if (!mailbox) continue;
      if (addresses.has(mailbox)) report(place, 'to', 'This address occurs twice.');
      addresses.add(mailbox);
    }
  })
  .meta({
    description:
      'The channels by which the code is sent: first `sms`, then up to two `email` channels. The next channel starts when the code is not verified in time, or when the channel before it fails.',
    example: [{ channel: 'sms' }, { channel: 'email', to: 'asha@example.com', after: 60 }],
  });

/** One channel that a call requests. */
export type Channel = {
  channel: ChannelName;
  /** The email address; null for the SMS. */
  email: string | null;
  /** Seconds after the start of the previous channel; 0 for the first. */
  afterSeconds: number;
};

/** Converts the input of a call to channels, in the same order. */
export const toChannels = (inputs: ChannelInput[]): Channel[] =>
  inputs.map(({ channel, to, after = afterSeconds.default }, place) => ({
    channel,
    email: to ?? null,
    afterSeconds: place === 0 ? 0 : after,
  }));

/** Mail servers that ignore dots in the names of their mailboxes. */
const ignoreDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox of an address, for limits: many servers deliver `asha+1@…` to `asha@…`. Use the result only to compare
 * addresses; emails are sent to the address that was entered.
 */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [plain = ''] = name.split('+');
  return `${ignoreDots.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}

export const sendAttemptOutput = z.object({
  channel: z.enum(channelNames).meta({ example: 'email' }),
  to: z
    .string()
    .meta({ description: 'The phone number or email address.', example: 'asha@example.com' }),
  status: z
    .enum([
      ...(['waiting', 'skipped', 'queued', 'submitting', 'sent', 'delivered'] as const),
      ...(['undelivered', 'failed', 'expired', 'unknown'] as const),
    ])
    .meta({
      description:
        '`waiting`: the channel has not started. `skipped`: it was not needed. Other values: as for messages. For an email, `sent` is final: a mail server accepted it.',
    }),
  dueAt: z.iso.datetime().nullable().meta({
    description: 'When the channel is due to start; null if this is not known yet.',
    example: exampleValues.createdAt,
  }),
  startedAt: z.iso.datetime().nullable().meta({
    description: 'When the channel started; null if it has not started.',
    example: exampleValues.createdAt,
  }),
  reason: z.string().nullable().meta({
    description:
      'Why the channel failed, or a note that the email may arrive twice; null in all other cases.',
    example: null,
  }),
});

export type SendAttempt = z.infer<typeof sendAttemptOutput>;
