/** The form needs nothing from the database. */
export const load = async () => null;
