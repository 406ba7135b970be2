import { paths } from '#app/paths.ts';
import { aMember } from './member.ts';
import { anEndpoint } from './webhooks.ts';

export async function anOwner(web: string) {
  const member = await aMember(web);
  const endpoint = await anEndpoint(member.userId, 'https://hooks.example/dakiya');
  return { ...member, endpoint, page: paths.webhook(endpoint._id) };
}
