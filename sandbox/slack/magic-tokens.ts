type SlackResponse = { status: number; body: string; headers?: Record<string, string> };

/** Address endings with a fixed response, as Slack responds in such a case. */
export const magicTokens: Record<string, SlackResponse & { what: string }> = {
  gone: { status: 404, body: 'no_service', what: 'Permanent error: the webhook was removed, 404' },
  archived: {
    status: 410,
    body: 'channel_is_archived',
    what: 'Permanent error: the channel is archived, 410',
  },
  busy: {
    status: 429,
    body: 'rate_limited',
    headers: { 'retry-after': '30' },
    what: 'Rate limited for 30 seconds, 429',
  },
  broken: { status: 500, body: 'rollup_error', what: 'Temporary error, 500' },
};
