import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** How texts are seen: on a page of the dashboard, in a file that is downloaded, or by the API. */
export const viewWays = ['page', 'file', 'api'] as const;

/** Who reads texts of an account's messages. */
export type Viewer = {
  userId: string;
  /** The API ID, `dk_…`, or the session, `ses_…`. */
  id: string;
  way: (typeof viewWays)[number];
  /** The browser or program of a session; null for an API key. */
  device: string | null;
  /** The client's address; of IPv6 the network. */
  clientAddress: string;
};

/** What a reader gets of the texts of messages: how many, and between which messages they are. */
export type TextsSeen = { texts: number; oldestId: string; newestId: string };

const time = z.iso.datetime();

/** What one viewer has seen by one way on one day. */
export const textViewOutput = z.object({
  _id: z.string().meta({
    description: 'Day, viewer and way.',
    example: `2026-04-06.${exampleValues.keyId}.api`,
  }),
  day: z.iso.date().meta({ description: 'The day in India.', example: '2026-04-06' }),
  viewer: z.string().meta({
    description: 'The API ID, `dk_…`, or the session, `ses_…`.',
    example: exampleValues.keyId,
  }),
  way: z.enum(viewWays).meta({
    description: 'On a page of the dashboard, in a file, or by the API.',
    example: 'api',
  }),
  device: z
    .string()
    .nullable()
    .meta({ description: 'The browser or program of a session.', example: null }),
  clientAddress: z.string().meta({
    description: 'Where the last view came from; of IPv6 the network.',
    example: exampleValues.endUserIp,
  }),
  views: z.int().meta({ description: 'How many pages or messages were read.', example: 3 }),
  texts: z.int().meta({
    description: 'How many texts these had; one that was seen twice counts twice.',
    example: 30,
  }),
  from: time.meta({
    description: 'When the oldest of the messages was accepted.',
    example: exampleValues.createdAt,
  }),
  to: time.meta({ description: 'The newest of them.', example: exampleValues.createdAt }),
  firstAt: time.meta({ example: exampleValues.createdAt }),
  lastAt: time.meta({ example: exampleValues.createdAt }),
});

export type TextView = z.infer<typeof textViewOutput>;
