import type { ScheduledTasks } from '#platform/job-contract.ts';
import { purgeAnnouncements } from './announcements/announcements.ts';
import { deleteOldNotifications, requeueNotifications } from './channels/deliver-notification.ts';
import { purgeSentEmails, requeueStuckEmails } from './email/reconcile-emails.ts';

/** The tasks that the workers repeat for this group. */
export const notificationsTasks: ScheduledTasks = {
  often: {
    requeuedEmails: requeueStuckEmails,
    requeuedNotifications: requeueNotifications,
  },
  rarely: {
    purgedAnnouncements: purgeAnnouncements,
    purgedEmails: purgeSentEmails,
    purgedNotifications: deleteOldNotifications,
  },
};
