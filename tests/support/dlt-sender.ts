import { reacher } from '../harness/product.ts';
import { anAccount } from './account.ts';
import { client } from './client.ts';
import { registerBodies, registerSenders, setDltMode } from './dlt.ts';

export const codeTemplate = '1107160000000000001';
export const otherTemplate = '1107160000000000002';
export const saleTemplate = '1107160000000000003';

/** An account with a header for codes, a header for promotions, and templates for both. */
export async function aDltSender(url: string) {
  const account = await anAccount();
  await registerSenders(account.userId, 'ACMEIN', '567890');
  await registerBodies(account.userId, {
    [codeTemplate]: 'Your code is {#numeric#}. - ACME',
    [otherTemplate]: 'Order {#numeric#} was sent to {#alphanumeric#}. - ACME',
  });
  await registerBodies(
    account.userId,
    { [saleTemplate]: 'Sale: {#numeric#} percent off. Reply STOP to stop. - ACME' },
    { category: 'promotional' },
  );
  await setDltMode(account.userId, 'enforce');
  const call = client(url, account);
  const send = (body: Record<string, unknown>) =>
    call.post('/messages/send-message', { recipient: '9876543210', sender_id: 'ACMEIN', ...body });
  return { account, call, send, reach: reacher(call) };
}
