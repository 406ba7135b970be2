/** The largest form that any page has use for, in bytes. */
const maxBytes = 64 * 1024;

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Reads what a page's form sent. A name that comes twice counts once: none of our forms needs more,
 * and what reads the fields would make lists of them.
 *
 * @throws Response 415 if it is no form, 413 if it is larger than any form of ours
 */
export async function readForm(request: Request): Promise<FormData> {
  if (!formType.test(request.headers.get('content-type') ?? '')) {
    throw new Response('Send a form.', { status: 415 });
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(await readText(request))) form.set(name, value);
  return form;
}

/** The body as text, which is given up as soon as it is too long. */
async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return text + decoder.decode();
    length += chunk.value.byteLength;
    // The rest is left unread: to cut it off would cut the answer off too.
    if (length > maxBytes) throw new Response('This form is too large.', { status: 413 });
    text += decoder.decode(chunk.value, { stream: true });
  }
}
