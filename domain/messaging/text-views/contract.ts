import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** How a text is read: on a page of the dashboard, in a downloaded file, or over the API. */
export const viewWays = ['page', 'file', 'api'] as const;

/** The person or API key that reads message texts of an account. */
export type Viewer = {
  userId: string;
  /** The API ID, `dk_…`, or the session, `ses_…`. */
  id: string;
  way: (typeof viewWays)[number];
  /** The browser or program of a session; null for an API key. */
  device: string | null;
  /** The client's address; for IPv6 the network. */
  clientAddress: string;
};

/** The number of texts that a viewer reads at once, and the ids of the oldest and newest message among them. */
export type TextsSeen = { texts: number; oldestId: string; newestId: string };

const time = z.iso.datetime();

/** The texts that one viewer read by one access method on one day. */
export const textViewOutput = z.object({
  _id: z.string().meta({
    description: 'The id of the entry: its day, viewer and access method, separated by dots.',
    example: `2026-04-06.${exampleValues.keyId}.api`,
  }),
  day: z.iso
    .date()
    .meta({ description: 'The day of the views, in India time.', example: '2026-04-06' }),
  viewer: z.string().meta({
    description: 'Who has seen the texts: an API ID, `dk_…`, or a session, `ses_…`.',
    example: exampleValues.keyId,
  }),
  way: z.enum(viewWays).meta({
    description: 'The access method: a page of the dashboard, a downloaded file, or the API.',
    example: 'api',
  }),
  device: z.string().nullable().meta({
    description: 'The browser or program of a session; null for an API key.',
    example: null,
  }),
  clientAddress: z.string().meta({
    description: 'The IP address of the client at the last view; for IPv6, its network.',
    example: exampleValues.endUserIp,
  }),
  views: z.int().meta({
    description: 'How many times a page of messages or a single message was read.',
    example: 3,
  }),
  texts: z.int().meta({
    description: 'How many texts these views contained. A text that was read twice counts twice.',
    example: 30,
  }),
  from: time.meta({
    description: 'When the oldest of these messages was accepted.',
    example: exampleValues.createdAt,
  }),
  to: time.meta({
    description: 'When the newest of these messages was accepted.',
    example: exampleValues.createdAt,
  }),
  firstAt: time.meta({ example: exampleValues.createdAt }),
  lastAt: time.meta({ example: exampleValues.createdAt }),
});

export type TextView = z.infer<typeof textViewOutput>;
