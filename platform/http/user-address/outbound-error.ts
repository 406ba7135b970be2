import type { PeerCertificate } from 'node:tls';

/** Error messages for users, by code. */
const messages = {
  invalid_url: 'This is not a web address.',
  https_required:
    'The address must begin with https://. The operator of this installation can allow others (WEBHOOK_ALLOW).',
  credentials_in_url: 'The address must not contain a user name or password.',
  port_not_allowed: 'The port must be 443, or 1024 or higher.',
  not_public:
    'The address leads into a private or reserved network. The operator of this installation can allow it (WEBHOOK_ALLOW).',
  name_not_found: 'No address was found for the host name. Check its spelling and its DNS records.',
  no_connection: 'The server cannot be reached.',
  closed_early: 'The server closed the connection before it had answered.',
  chain_incomplete:
    'The server sends its certificate without the intermediate one. Have it send the whole chain (fullchain.pem): browsers find the rest themselves, servers do not.',
  certificate_expired:
    'The certificate of the server has expired, or is not valid yet. Renew it, and have the server load it.',
  self_signed:
    'The certificate of the server is signed by itself, or by an authority of your own. Use one of a public authority, such as Let’s Encrypt.',
  wrong_name:
    'The certificate of the server is for another name. Use one that names the host of this address.',
  wrong_order:
    'The first certificate that the server sends is that of an authority, not its own. Have it send its own first, then the intermediate ones (fullchain.pem).',
  wrong_purpose:
    'The certificate of the server is not for servers, or one that it is signed with is not that of an authority. Use one that a public authority, such as Let’s Encrypt, issued for web servers.',
  weak_certificate:
    'The certificate of the server, or one of its chain, has a weak signature (such as SHA-1) or a short key. Renew it with SHA-256, and a key of at least 2048 bits (RSA) or 256 bits (EC).',
  certificate_revoked: 'The certificate of the server was revoked by its authority. Use a new one.',
  tls_failed:
    'The certificate of the server cannot be verified. Use one of a public authority, such as Let’s Encrypt, and have the server send the whole chain (fullchain.pem).',
  handshake_failed: 'The TLS handshake failed. Check that the server speaks TLS at this port.',
  timed_out: 'The server did not answer in time.',
  redirected: 'The server redirects to another address, which is not followed.',
  compressed: 'The answer of the server is compressed, which was not asked for.',
  too_long: 'The answer of the server is too long.',
  not_http: 'The server does not answer as a web server does.',
} as const;

export type OutboundCode = keyof typeof messages;

/** Thrown if a request was not sent, or if its response is not usable. */
export class OutboundError extends Error {
  readonly code: OutboundCode;

  constructor(code: OutboundCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.name = 'OutboundError';
    this.code = code;
  }
}

/**
 * The certificate errors whose cause the owner of a server can fix. Node has names for 30 errors of OpenSSL
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes). All other errors have the code `UNSPECIFIED` and
 * OpenSSL's text.
 */
const certificateErrors: Record<string, OutboundCode> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'chain_incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'chain_incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'chain_incomplete',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self_signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
  HOSTNAME_MISMATCH: 'wrong_name',
  INVALID_PURPOSE: 'wrong_purpose',
  INVALID_CA: 'wrong_purpose',
  CERT_REVOKED: 'certificate_revoked',
  CERT_UNTRUSTED: 'tls_failed',
  CERT_REJECTED: 'tls_failed',
  PATH_LENGTH_EXCEEDED: 'tls_failed',
  OUT_OF_MEM: 'tls_failed',
  UNSPECIFIED: 'tls_failed',
};

/** Matches the other codes of certificate errors: about signatures, fields, revocation lists and chains. */
const otherCertificateError =
  /^(?:ERR_TLS_|CERT_|CRL_|ERROR_IN_|UNABLE_TO_(?:GET|DECRYPT|DECODE|VERIFY)_)|_CERT$/;

function findCertificateError(error: unknown): OutboundCode | null {
  const { code = '', message, cert } = error as NodeJS.ErrnoException & { cert?: PeerCertificate };
  if (code === 'UNSPECIFIED' && /too (?:weak|small)/i.test(message)) return 'weak_certificate';
  const known = certificateErrors[code];
  // A certificate of an authority contains no host names. A server that sends this certificate first has its certificates in
  // the wrong order.
  if (known === 'wrong_name' && cert?.ca && !cert.subjectaltname) return 'wrong_order';
  return known ?? (otherCertificateError.test(code) ? 'tls_failed' : null);
}

/** Maps a network error to a code. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code = '' } = error as { code?: string };
  const cause = { cause: error };
  if (code.startsWith('HPE_')) return new OutboundError('not_http', cause);
  if (isConnectionClosed(error)) return new OutboundError('closed_early', cause);
  // An error of the TLS protocol. This includes an alert about a missing client certificate, because we have none.
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return new OutboundError('handshake_failed', cause);
  return new OutboundError(findCertificateError(error) ?? 'no_connection', cause);
}

/** Whether the other side has closed the connection. */
export const isConnectionClosed = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
