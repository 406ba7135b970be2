import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

// It throws an OtpError if the code is wrong, expired or used.
await dakiya.otp.verify({
  recipient: '9876543210',
  otp: '482913',
});
console.log('OTP verified successfully!');
