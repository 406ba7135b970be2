const url = new URL('https://dakiya.example/api/v1/messages');
url.searchParams.set('status', 'delivered');
url.searchParams.set('limit', '50');

for (let more = true; more; ) {
  const response = await fetch(url, {
    headers: {
      'x-api-id': 'dk_your_api_id',
      'x-api-key': 'sk_your_api_key',
    },
  });

  const page = await response.json();
  if (page.status !== 'success') throw new Error(page.error.message);
  for (const { _id, recipient } of page.data) console.log(_id, recipient);

  // Where the next page begins; null at the end.
  more = page.next !== null;
  if (more) url.searchParams.set('after', page.next);
}
