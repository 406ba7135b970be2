import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';

/** The ways in which texts are read: on a page of the dashboard, in a downloaded file, or over the API. */
export const viewWays = ['page', 'file', 'api'] as const;

/** A reader of texts of an account's messages. */
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

/** The texts that a reader gets: how many, and the oldest and newest message. */
export type TextsSeen = { texts: number; oldestId: string; newestId: string };

const time = z.iso.datetime();

/** The texts that one viewer read in one way on one day. */
export const textViewOutput = z.object({
  _id: z.string().meta({
    description: 'The id of the entry, made of day, viewer and access method.',
    example: `2026-04-06.${exampleValues.keyId}.api`,
  }),
  day: z.iso.date().meta({ description: 'The day in India.', example: '2026-04-06' }),
  viewer: z.string().meta({
    description: 'The API ID, `dk_…`, or the session, `ses_…`.',
    example: exampleValues.keyId,
  }),
  way: z.enum(viewWays).meta({
    description: 'The access method: a page of the dashboard, a file, or the API.',
    example: 'api',
  }),
  device: z.string().nullable().meta({
    description: 'The browser or program of a session; null for an API key.',
    example: null,
  }),
  clientAddress: z.string().meta({
    description: 'The address of the last view; for IPv6 the network.',
    example: exampleValues.endUserIp,
  }),
  views: z.int().meta({ description: 'How many pages or messages were read.', example: 3 }),
  texts: z.int().meta({
    description: 'How many texts they had; a text that was read twice counts twice.',
    example: 30,
  }),
  from: time.meta({
    description: 'When the oldest of the messages was accepted.',
    example: exampleValues.createdAt,
  }),
  to: time.meta({
    description: 'When the newest of the messages was accepted.',
    example: exampleValues.createdAt,
  }),
  firstAt: time.meta({ example: exampleValues.createdAt }),
  lastAt: time.meta({ example: exampleValues.createdAt }),
});

export type TextView = z.infer<typeof textViewOutput>;
