/** A received email, for one recipient. */
export type StoredMail = {
  serial: number;
  /** Addresses without display names. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** The stored emails. */
export type Mails = {
  add(mail: Omit<StoredMail, 'serial'>): void;
  /**
   * Newest first.
   *
   * @param to the address or a part of it; empty for all
   */
  list(to?: string): StoredMail[];
  get(serial: number): StoredMail | undefined;
  clear(): void;
};

const maxMails = 500;

/** Stores the newest emails in memory. */
export function createMails(onChange: () => void): Mails {
  let mails: StoredMail[] = [];
  let serial = 0;
  return {
    add(mail) {
      serial += 1;
      mails = [{ ...mail, serial }, ...mails].slice(0, maxMails);
      onChange();
    },
    list(to = '') {
      const wanted = to.toLowerCase();
      return mails.filter((mail) => mail.to.toLowerCase().includes(wanted));
    },
    get: (wanted) => mails.find((mail) => mail.serial === wanted),
    clear() {
      mails = [];
      onChange();
    },
  };
}
