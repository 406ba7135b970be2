import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const message = await dakiya.messages.get('msg_your_message_id');
console.log(message._id, message.status);
for (const { at, event } of message.timeline) console.log(at, event);
