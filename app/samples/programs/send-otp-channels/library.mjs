import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const code = await dakiya.otp.send({
  recipient: '9876543210',
  channels: [
    { channel: 'sms' },
    { channel: 'email', to: 'asha@example.com', after: 60 },
  ],
});
console.log(code.otpId, code.sendAttempts);
