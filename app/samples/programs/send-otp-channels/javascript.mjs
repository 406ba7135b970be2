const url = 'https://dakiya.example/api/v1/messages/send-otp';

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'x-api-id': 'dk_your_api_id',
    'x-api-key': 'sk_your_api_key',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    recipient: '9876543210',
    channels: [
      { channel: 'sms' },
      { channel: 'email', to: 'asha@example.com', after: 60 },
    ],
  }),
});

const { status, data, error } = await response.json();
if (status !== 'success') throw new Error(error.message);
console.log(data.otpId, data.sendAttempts);
