/**
 * The name that a letter greets its reader by. Anybody can sign up with anybody's address: strangers
 * are not to read what was chosen as a name, so it is empty until the address is confirmed.
 */
export const calledBy = (user: { name: string; emailConfirmedAt: Date | null }): string =>
  user.emailConfirmedAt ? user.name : '';
