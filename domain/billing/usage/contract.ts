/** The usage month that pays for a call, with its counters when it was last read. */
export type UsagePeriod = {
  id: string;
  planName: string;
  /** Whether it belongs to the free default plan. */
  isDefaultPlan: boolean;
  startsAt: Date;
  endsAt: Date;
  /** In segments, like `messagesUsed`. */
  messageLimit: number;
  messagesUsed: number;
  apiCallLimit: number;
  apiCallsUsed: number;
};
