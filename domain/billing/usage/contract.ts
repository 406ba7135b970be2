/** The month of use that pays for a call, as it stood when it was last read. */
export type UsagePeriod = {
  id: string;
  planName: string;
  /** Whether it is the plan that every account has without paying. */
  isDefaultPlan: boolean;
  startsAt: Date;
  endsAt: Date;
  /** In segments, as `messagesUsed`. */
  messageLimit: number;
  messagesUsed: number;
  apiCallLimit: number;
  apiCallsUsed: number;
};
