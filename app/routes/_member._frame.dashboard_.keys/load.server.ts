export { loadKeys as load } from '#app/keys/load-keys.server.ts';
