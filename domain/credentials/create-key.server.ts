import { seal } from '#platform/crypto.server.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { hashSecretKey, newKeyId, newSecretKey } from './secret.server.ts';

type NewKey = {
  userId: string;
  name: string;
  description?: string | null;
  expiresOn?: Date | null;
};

/** Makes an API key. @returns its API ID and the key itself, which is stored encrypted only. */
export async function createKey({ userId, name, description, expiresOn }: NewKey) {
  const keyId = newKeyId();
  const secretKey = newSecretKey();
  await prisma.credential.create({
    data: {
      id: newId('key'),
      userId,
      name,
      description: description ?? null,
      expiresOn: expiresOn ?? null,
      keyId,
      secretHash: new Uint8Array(hashSecretKey(secretKey)),
      secretSealed: seal(secretKey),
    },
  });
  return { keyId, secretKey };
}
