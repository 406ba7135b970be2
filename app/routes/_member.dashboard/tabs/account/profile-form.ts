import { updateUserInput } from '#domain/accounts/contract.ts';

/** What the account tab asks for: both, always. */
export const profileForm = updateUserInput.required();
