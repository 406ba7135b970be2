/**
 * What a stolen session alone must not be able to do: whatever lets more in, deletes more, or shows a secret. Each asks a
 * session for a recent sign-in, over the API as on the dashboard. The sentence is what the owner of the account is emailed
 * afterwards; null where nothing changes, or where an email of its own says it.
 */
export const sensitiveActions = {
  reveal_key: null,
  create_key: null,
  roll_key: null,
  change_key: 'The access or expiry of an API key was changed, or a key was turned on',
  delete_key: 'An API key was deleted',
  change_test_numbers: 'The test numbers of an OTP service were changed',
  delete_otp_service: 'An OTP service was deleted',
  erase_recipient: 'A phone number and its messages are being erased',
  turn_sender_off: 'A DLT entity, header or template was turned off',
  delete_sender: 'A DLT entity, header, template, link or chain was deleted',
  relax_dlt_check: 'The DLT check of messages was made less strict',
  shorten_retention: 'Messages or their texts are kept for a shorter time',
  open_addresses: 'API calls are accepted from more addresses',
  create_webhook: null,
  change_webhook: null,
  delete_webhook: 'A webhook endpoint was deleted',
  reveal_webhook_secret: null,
  rotate_webhook_secret: 'The signing secret of a webhook endpoint was rotated',
  connect_channel: null,
  export_account: null,
  download_export: null,
} as const satisfies Record<string, string | null>;

export type SensitiveAction = keyof typeof sensitiveActions;
