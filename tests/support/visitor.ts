/** What came back for one request, with no redirect followed. */
export type Page = {
  status: number;
  headers: Headers;
  /** Where it leads: path and query, or the whole address if that is another site's. */
  location: string | null;
  html: string;
};

/**
 * The longest cookie that browsers keep, in bytes of name and value
 * (draft-ietf-httpbis-rfc6265bis, 5.6); they say nothing of others.
 */
const mostCookieBytes = 4_096;

/** An address as a page has it in a link. */
export const hrefTo = (path: string): string => `href="${path.replaceAll('&', '&amp;')}"`;

/** Where the script of a page asks for the data of another. */
export function dataOf(path: string): string {
  const [page, search] = path.split('?');
  return `${page}.data${search ? `?${search}` : ''}`;
}

export type Visitor = ReturnType<typeof aVisitor>;

/** A browser without JavaScript: it keeps cookies, and says where its forms come from. */
export function aVisitor(url: string) {
  /** The cookies, with the attributes that they came with. */
  const jar = new Map<string, { value: string; attributes: string }>();

  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (Buffer.byteLength(pair) > mostCookieBytes) continue;
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, { value, attributes: attributes.join('; ') });
    }
  }

  async function ask(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...init.headers },
    });
    keep(response.headers);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      location: location?.startsWith(url) ? location.slice(url.length) : location,
      html: await response.text(),
    };
  }

  return {
    jar,
    /** Takes the cookies of an answer. */
    keep,
    get: (path: string) => ask(path, {}),
    /** Sends a form, one with files as such a form is; from a page of ours unless the headers say otherwise. */
    post: (
      path: string,
      fields: Record<string, string> | FormData,
      headers: Record<string, string> = { origin: url },
    ) => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
      return ask(path, { method: 'POST', body, headers });
    },
    /** What a redirect leads to. */
    follow: ({ location }: Page) => ask(location ?? '/', {}),
  };
}
