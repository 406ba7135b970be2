const names: Record<string, string> = {
  'github.com': 'GitHub',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
};

/** What a link to an account elsewhere is called: by its site, or else by the site's address. */
export function socialLabel(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return names[host] ?? host;
}
