/** A mail as it arrived, for one recipient. */
export type StoredMail = {
  serial: number;
  /** Bare addresses. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** What the mailbox keeps. */
export type Mails = {
  add(mail: Omit<StoredMail, 'serial'>): void;
  /** Newest first. @param to the whole address, or a part of it; empty for all */
  list(to?: string): StoredMail[];
  get(serial: number): StoredMail | undefined;
  clear(): void;
};

const most = 500;

/** Keeps the newest mails in memory. */
export function createMails(onChange: () => void): Mails {
  let mails: StoredMail[] = [];
  let serial = 0;
  return {
    add(mail) {
      serial += 1;
      mails = [{ ...mail, serial }, ...mails].slice(0, most);
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
