export { loadKeys as load } from '../../keys/load-keys.server.ts';
