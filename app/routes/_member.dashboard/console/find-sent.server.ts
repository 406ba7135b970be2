import { getMessage } from '#domain/messages/get-message.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { type Followed, toFollowed } from './following/contract.ts';

/** A message of the user's as it is now, or null if there is none by this id. */
export async function findSent({ userId }: SignedIn, id: string): Promise<Followed | null> {
  try {
    return toFollowed(await getMessage(userId, id));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
