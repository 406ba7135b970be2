/**
 * Node's flags for the programs. A request leaves much behind that is garbage at once; with room
 * for more of it before each collection, a web process takes a tenth more sends.
 */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=32'];
