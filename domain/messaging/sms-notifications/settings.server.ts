import { z } from 'zod';
import { defineSettings } from '#platform/settings.ts';
import { senderId } from '../messages/settings.server.ts';

export const smsNotificationSettings = defineSettings({
  NOTIFICATION_SENDER_ID: senderId.default('DAKIYA'),
  NOTIFICATION_TEMPLATE_ID: z.string().optional(),
});
