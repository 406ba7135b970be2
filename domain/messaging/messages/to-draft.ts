import type { Draft } from '../dlt/sending/identify.ts';
import type { SendMessageInput } from './contract.ts';

/** A call to send a message, in our words. */
export const toDraft = (input: SendMessageInput): Draft => ({
  recipient: input.recipient,
  content: input.message,
  variables: input.variables,
  sender: input.sender_id,
  templateId: input.template_id,
  mayWait: input.when_closed === 'defer',
});
