const url = 'https://dakiya.example/api/v1/balance';

const response = await fetch(url, {
  headers: {
    'x-api-id': 'dk_your_api_id',
    'x-api-key': 'sk_your_api_key',
  },
});

const { status, data, error } = await response.json();
if (status !== 'success') throw new Error(error.message);
console.log(data.balance, 'messages left until', data.valid_until);
