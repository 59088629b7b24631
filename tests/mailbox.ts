/** A mail server of this machine, and what our own writes instead of using one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  /** The recipients on the envelope: who really gets it. */
  recipients: string[];
  sender: string;
  mail: Email;
}

export class Mailbox {
  readonly received: Received[] = [];
  readonly #server: SMTPServer;
  #port = 0;
  #taken = 0;
  #wake = () => {};

  private constructor() {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString();
          const { mailFrom, rcptTo } = session.envelope;
          const recipients = rcptTo.map(({ address }) => address);
          void this.#take({ recipients, sender: mailFrom ? mailFrom.address : '' }, raw);
          done();
        });
      },
    });
    // A sender that goes away in the middle.
    this.#server.on('error', () => {});
  }

  /** On a free port, or on that of a mailbox that was closed. */
  static async open(port = 0): Promise<Mailbox> {
    const mailbox = new Mailbox();
    await new Promise<void>((resolve) => mailbox.#server.listen(port, '127.0.0.1', resolve));
    const address = mailbox.#server.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('not listening');
    mailbox.#port = address.port;
    return mailbox;
  }

  get port(): number {
    return this.#port;
  }

  /** As SMTP_URL takes it. */
  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** The next mail, among those that came and those to come; fails after `within` milliseconds. */
  async next(within = 60_000): Promise<Received> {
    const deadline = performance.now() + within;
    for (;;) {
      const mail = this.received[this.#taken];
      if (mail) {
        this.#taken += 1;
        return mail;
      }
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`no mail within ${within} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async #take(envelope: Pick<Received, 'recipients' | 'sender'>, raw: string): Promise<void> {
    this.received.push({ ...envelope, mail: await PostalMime.parse(raw) });
    this.#wake();
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** What is in the folder of a server without SMTP_URL. */
export async function outbox(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

/** The token of the link in a mail that changes a password. */
export function tokenIn({ text = '' }: Email): string {
  const [, token] = /\/login#reset=([\w-]+)&pseudo=\S+$/m.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in: ${text}`);
  return token;
}
