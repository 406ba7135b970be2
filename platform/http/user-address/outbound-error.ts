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
  tls_failed: 'The certificate of the server cannot be verified.',
  handshake_failed: 'The TLS handshake failed. Check that the server speaks TLS at this port.',
  timed_out: 'The server did not answer in time.',
  redirected: 'The server redirects to another address, which is not followed.',
  compressed: 'The answer of the server is compressed, which was not asked for.',
  too_long: 'The answer of the server is too long.',
  not_http: 'The server does not answer as a web server does.',
} as const;

export type OutboundCode = keyof typeof messages;

/** The request was not sent, or its response was not usable. */
export class OutboundError extends Error {
  readonly code: OutboundCode;

  constructor(code: OutboundCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.name = 'OutboundError';
    this.code = code;
  }
}

/** Errors of OpenSSL (X509_V_ERR_…) and Node whose cause the owner of a server can fix. */
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
};

/** Maps a network error to a code. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code = '' } = error as { code?: string };
  const cause = { cause: error };
  if (code.startsWith('HPE_')) return new OutboundError('not_http', cause);
  if (isConnectionClosed(error)) return new OutboundError('closed_early', cause);
  // An error of the protocol, including an alert about our client certificate, which we do not have.
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return new OutboundError('handshake_failed', cause);
  const certificate = certificateErrors[code];
  if (certificate) return new OutboundError(certificate, cause);
  // OpenSSL's certificate errors (X509_V_ERR_…) and Node's.
  if (/CERT|SIGNATURE|SELF_SIGNED|^ERR_TLS_|^CRL_|HOSTNAME_MISMATCH/.test(code)) {
    return new OutboundError('tls_failed', cause);
  }
  return new OutboundError('no_connection', cause);
}

/** Whether the other side has closed the connection. */
export const isConnectionClosed = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
