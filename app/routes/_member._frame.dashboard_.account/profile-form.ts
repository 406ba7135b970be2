import { avatarInput } from '#domain/identity/accounts/avatar.browser.ts';
import { updateUserInput } from '#domain/identity/accounts/contract.browser.ts';

/**
 * The profile form: name and email address, the password if the address changes, and optionally a new
 * picture.
 */
export const profileForm = updateUserInput
  .required({ name: true, email: true })
  .extend({ picture: avatarInput.optional() });
