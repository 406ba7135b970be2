import { z } from 'zod';
import { emailInput } from '#domain/identity/accounts/contract.browser.ts';
import { addCatalogueIssue } from '#domain/shared/describe-issue.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** Channels of one call: the SMS, and two addresses. */
const maxChannels = 3;

/** Seconds that a channel has before the next one, unless it fails. */
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
    .meta({ description: '`sms` or `email`.', example: 'email' }),
  to: emailInput.optional().meta({
    description: 'The address, for `email`. The SMS goes to `recipient`.',
    example: 'asha@example.com',
  }),
  after: z
    .int()
    .min(afterSeconds.min)
    .max(afterSeconds.max)
    .optional()
    .meta({
      description: `Seconds after the channel before it, ${afterSeconds.default} by default. It begins earlier if that one fails. All together are shorter than the validity of the code.`,
      example: 60,
    }),
});

type ChannelInput = z.output<typeof channel>;

/** What is wrong with the fields of a channel, by its place; fields without a problem are left out. */
function findProblems({ channel, to, after }: ChannelInput, place: number) {
  const isFirst = place === 0;
  return {
    ...(isFirst && channel !== 'sms' && { channel: 'The first channel is sms.' }),
    ...(!isFirst && channel === 'sms' && { channel: 'Only the first channel is sms.' }),
    ...(channel === 'sms' && to !== undefined && { to: 'The SMS goes to recipient.' }),
    ...(channel === 'email' && to === undefined && { to: 'Please enter an email address' }),
    ...(isFirst && after !== undefined && { after: 'The first channel begins at once.' }),
  };
}

/** The channels of a code, in their order: the SMS, then email addresses. */
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
      if (addresses.has(mailbox)) report(place, 'to', 'This address is there twice.');
      addresses.add(mailbox);
    }
  })
  .meta({
    description:
      'Sends the same code by the next channel if it is not verified in time, or at once if a channel fails: `sms` first, then up to two of `email`.',
    example: [{ channel: 'sms' }, { channel: 'email', to: 'asha@example.com', after: 60 }],
  });

/** One channel of a workflow, as it was asked for. */
export type Channel = {
  channel: ChannelName;
  /** Null for the SMS. */
  email: string | null;
  /** After the channel before it; 0 for the first. */
  afterSeconds: number;
};

/** The channels in their order. */
export const toChannels = (inputs: ChannelInput[]): Channel[] =>
  inputs.map(({ channel, to, after = afterSeconds.default }, place) => ({
    channel,
    email: to ?? null,
    afterSeconds: place === 0 ? 0 : after,
  }));

/** Mail servers that ignore dots in the names of their mailboxes. */
const ignoreDots = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an address, for limits: many servers deliver `asha+1@…` to `asha@…`. Only for comparing; emails go to the
 * address as it was entered.
 */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@');
  const [plain = ''] = name.split('+');
  return `${ignoreDots.has(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}

export const sendAttemptOutput = z.object({
  channel: z.enum(channelNames).meta({ example: 'email' }),
  to: z.string().meta({ description: 'The number or address.', example: 'asha@example.com' }),
  status: z
    .enum([
      ...(['waiting', 'skipped', 'queued', 'submitting', 'sent', 'delivered'] as const),
      ...(['undelivered', 'failed', 'expired', 'unknown'] as const),
    ])
    .meta({
      description:
        '`waiting` until it begins, `skipped` if it was not needed; otherwise as of messages. `sent` is the end for an email: a mail server has accepted it.',
    }),
  dueAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it begins, if it is known.', example: exampleValues.createdAt }),
  startedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it began.', example: exampleValues.createdAt }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, if that is known.', example: null }),
});

export type SendAttempt = z.infer<typeof sendAttemptOutput>;
