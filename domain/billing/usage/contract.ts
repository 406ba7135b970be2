/** The usage month to which a call is charged. The counters are those of the last time when it was read. */
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
