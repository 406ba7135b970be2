/** The usage month to which a call is charged, with the counters as they were last read. */
export type UsagePeriod = {
  id: string;
  planName: string;
  /** Whether the month belongs to the free default plan. */
  isDefaultPlan: boolean;
  startsAt: Date;
  endsAt: Date;
  /** In segments, like `messagesUsed`. */
  messageLimit: number;
  messagesUsed: number;
  apiCallLimit: number;
  apiCallsUsed: number;
};
