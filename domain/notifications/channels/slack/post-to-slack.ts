import { OutboundError } from '#platform/http/user-address/outbound-error.ts';
import { postToUserAddress } from '#platform/http/user-address/post-to-user-address.ts';
import type { SendOutcome } from '../contract.browser.ts';
import { parseSlackResponse } from './slack-protocol.ts';

/** Posts a text to an incoming webhook of Slack or a compatible server, such as Mattermost. */
export async function postToSlack(address: string, text: string): Promise<SendOutcome> {
  try {
    const headers = { 'content-type': 'application/json' };
    return parseSlackResponse(
      await postToUserAddress(address, { headers, body: JSON.stringify({ text }) }),
    );
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const timedOut = error.code === 'timed_out';
    return { kind: 'refused', reason: error.message, retry: true, timedOut };
  }
}
