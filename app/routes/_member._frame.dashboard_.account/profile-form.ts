import { avatarInput } from '#domain/identity/accounts/avatar.ts';
import { updateUserInput } from '#domain/identity/accounts/contract.ts';

/** What the account tab asks for: name and address always, the password for
 * another address, and a picture to put in place of the one before. */
export const profileForm = updateUserInput
  .required({ name: true, email: true })
  .extend({ picture: avatarInput.optional() });
