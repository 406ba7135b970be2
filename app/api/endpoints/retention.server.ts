import { z } from 'zod';
import {
  changeRetention,
  getRetention as get,
  shortensRetention,
} from '#domain/messaging/privacy/retention.ts';
import { endpoint } from '../endpoint.ts';

const days = z.int().nullable();

const retentionOutput = z.object({
  messageDays: days.meta({
    description: 'For how many days messages are kept; null for `mostDays`.',
    example: 365,
  }),
  textDays: days.meta({
    description: 'For how many days their texts are kept; null for as long as the messages.',
    example: 30,
  }),
  leastMessageDays: z.int().meta({ description: 'What may be chosen at least.', example: 365 }),
  leastTextDays: z.int().meta({ description: 'What may be chosen at least.', example: 7 }),
  mostDays: z.int().meta({ description: 'What may be chosen at most.', example: 400 }),
});

export const getRetention = endpoint({
  method: 'GET',
  path: '/retention',
  operationId: 'getRetention',
  summary: 'Get how long messages are kept',
  description: 'For how many days your messages and their texts are kept, and what you may choose.',
  tag: 'Privacy',
  auth: 'key-or-session',
  recentSignIn: false,
  scope: 'account:read',
  message: 'Retention',
  output: retentionOutput,
  handle: async ({ caller }) => ({ data: await get(caller.userId) }),
});

export const updateRetention = endpoint({
  method: 'PATCH',
  path: '/retention',
  operationId: 'updateRetention',
  summary: 'Change how long messages are kept',
  description:
    'Older messages, or their texts, are deleted for good, beginning a day after you shorten the time. What is left out stays.',
  tag: 'Privacy',
  auth: 'session',
  recentSignIn: {
    for: 'shorten_retention',
    when: ({ message_days: messageDays, text_days: textDays }, { userId }) =>
      shortensRetention(userId, { messageDays, textDays }),
  },
  body: z
    .object({
      message_days: days
        .optional()
        .meta({ description: 'Null for as long as possible.', example: 365 }),
      text_days: days
        .optional()
        .meta({ description: 'Null for as long as the messages.', example: 30 }),
    })
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      'Name at least one field to change: message_days or text_days.',
    ),
  message: 'Retention changed',
  output: retentionOutput,
  handle: async ({ caller, body: { message_days: messageDays, text_days: textDays } }) => {
    const names = { message: 'message_days', text: 'text_days' };
    return { data: await changeRetention(caller.userId, { messageDays, textDays }, names) };
  },
});
