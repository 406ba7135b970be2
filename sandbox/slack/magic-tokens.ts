type Fate = { status: number; body: string; headers?: Record<string, string> };

/** Last parts of an address that always meet the same fate, as Slack answers in such a case. */
export const magicTokens: Record<string, Fate & { what: string }> = {
  gone: { status: 404, body: 'no_service', what: 'Refused for good: the webhook was removed, 404' },
  archived: {
    status: 410,
    body: 'channel_is_archived',
    what: 'Refused for good: the channel is archived, 410',
  },
  busy: {
    status: 429,
    body: 'rate_limited',
    headers: { 'retry-after': '30' },
    what: 'Refused for 30 seconds, 429',
  },
  broken: { status: 500, body: 'rollup_error', what: 'Refused for now, 500' },
};
