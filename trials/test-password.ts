/** The password of everybody in a trial. */
export const password = 'correct horse';
