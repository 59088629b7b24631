import type { Config } from '../config/config.ts';
import type { Job } from '../jobs/job-store.ts';
import type { MailFolder } from './mail-folder.ts';

export interface Message {
  /** The one recipient. Whatever the text contains, it stays one address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further ones, as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
}

export interface MailSender {
  /** Hands a mail over; the file's name when that is a file. */
  send(job: Job, message: Message, signal: AbortSignal): Promise<string | undefined>;
}

/** In milliseconds: for each step in which a mail server can leave us waiting. */
const stepAtMost = 10_000;

/** Sends to the server of SMTP_URL, or without one into files. */
export function createMailSender({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>, folder: MailFolder): MailSender {
  const from = addressOf(mailFrom);
  if (smtpUrl === undefined) return writer(folder, from);
  return {
    async send(_job, message, signal) {
      const { createTransport } = await nodemailer();
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: stepAtMost,
        greetingTimeout: stepAtMost,
        socketTimeout: stepAtMost,
        dnsTimeout: stepAtMost,
      });
      await transport.sendMail({ ...mailOf(from, message), signal });
      return undefined;
    },
  };
}

function writer(folder: MailFolder, from: Address): MailSender {
  return {
    async send({ id, subject }, message) {
      const { createTransport } = await nodemailer();
      const written = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(mailOf(from, message));
      if (!Buffer.isBuffer(written.message)) throw new Error('the mail was not made as a whole');
      return await folder.write(id, subject, written.message);
    },
  };
}

// Loaded with the first mail: most of the time there is none to send.
function nodemailer() {
  return import('nodemailer');
}

interface Address {
  name: string;
  address: string;
}

// Addresses as objects: a text would be read as a list, with whatever commas and brackets are in it.
function mailOf(from: Address, { to, subject, text, html, headers }: Message) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Keeps automatic answers from coming back (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'fr', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `config.ts` has seen to it that it is one or the other. */
function addressOf(sender: string): Address {
  const [, name = '', address = sender] = /^([^<>]*)<([^<>]+)>$/.exec(sender) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
