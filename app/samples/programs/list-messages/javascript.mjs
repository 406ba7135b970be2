const url = new URL('https://dakiya.example/api/v1/messages');
url.searchParams.set('status', 'delivered');
url.searchParams.set('limit', '50');

let hasMore = true;
while (hasMore) {
  const response = await fetch(url, {
    headers: {
      'x-api-id': 'dk_your_api_id',
      'x-api-key': 'sk_your_api_key',
    },
  });

  const page = await response.json();
  if (page.status !== 'success') throw new Error(page.error.message);
  for (const { _id, recipient } of page.data) console.log(_id, recipient);

  // The next page begins after the last message of this one.
  hasMore = page.hasMore;
  if (hasMore) url.searchParams.set('after', page.data.at(-1)._id);
}
