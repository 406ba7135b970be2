import { z } from 'zod';
import { requiredText, safeText, withLf } from '#domain/shared/text.browser.ts';
import { momentInIndia } from '#domain/shared/time-input.browser.ts';

export const announcementLevels = {
  info: 'Information',
  warning: 'Warning',
  critical: 'Critical',
} as const;

export const announcementAudiences = {
  all: 'All accounts',
  plan: 'Accounts of some plans',
  accounts: 'Some accounts',
} as const;

export type AnnouncementLevel = keyof typeof announcementLevels;
type AnnouncementAudience = keyof typeof announcementAudiences;

/** The maximum number of plans or accounts of an announcement. */
const maxAudience = 100;

const keysOf = <T extends Record<string, unknown>>(of: T) =>
  Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

const audienceIds = safeText
  .optional()
  .transform((typed = '') => [...new Set(typed.split(/[\s,]+/).filter(Boolean))])
  .pipe(z.array(z.string().max(60)).max(maxAudience, `Please enter at most ${maxAudience}`));

const linkUrl = safeText
  .trim()
  .max(500, 'Please enter at most 500 characters')
  .refine(
    (url) => /^\/(?![/\\])/.test(url) || /^https?:\/\/\S+$/i.test(url),
    'Please enter an address that begins with https:// or with a slash',
  )
  .optional();

const fields = z.object({
  text: requiredText('Please enter the text')
    .transform((text) => withLf(text).trim())
    .pipe(
      z.string().min(1, 'Please enter the text').max(500, 'Please enter at most 500 characters'),
    ),
  level: z.enum(keysOf(announcementLevels), { error: 'Please choose the level' }),
  audience: z.enum(keysOf(announcementAudiences), { error: 'Please choose the audience' }),
  audienceIds,
  linkUrl,
  linkLabel: safeText.trim().max(60, 'Please enter at most 60 characters').optional(),
  startsAt: momentInIndia('Please enter when it begins'),
  endsAt: momentInIndia('Please enter when it ends'),
  dismissible: z.literal('on').optional(),
});

/** The form of a new announcement. Plans are given by name, accounts by id, separated by spaces or commas. */
export const announcementInput = fields
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, {
    path: ['endsAt'],
    message: 'Please enter an end after the beginning',
  })
  .refine(({ audience, audienceIds: ids }) => (audience === 'all') === (ids.length === 0), {
    path: ['audienceIds'],
    message: 'Name the plans or accounts, or choose all accounts',
  })
  .refine(({ linkUrl: url, linkLabel: label }) => (url === undefined) === (label === undefined), {
    path: ['linkLabel'],
    message: 'A link needs an address and a label',
  });

export type AnnouncementInput = z.output<typeof announcementInput>;

export type Announcement = {
  id: string;
  text: string;
  level: AnnouncementLevel;
  audience: AnnouncementAudience;
  /** Names of plans, or ids of accounts. */
  audienceIds: string[];
  link: { url: string; label: string } | null;
  startsAt: Date;
  endsAt: Date;
  dismissible: boolean;
};
