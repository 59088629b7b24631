import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, password, type Someone, type TestApp } from '../../../tests/test-app.ts';
import { queued, tamper } from '../../../tests/database-state.ts';
import { Mailbox, outbox, tokenIn } from '../../../tests/mailbox.ts';
import type { Database } from '../database/database.ts';
import { addJob } from '../jobs/add-job.ts';
import { createMails } from './mails.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createTallies } from '../metrics/tallies.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closings.splice(0)) await close();
});

async function openMailbox(port?: number): Promise<Mailbox> {
  const mailbox = await Mailbox.open(port);
  closings.push(() => mailbox.close());
  return mailbox;
}

const jobs = ({ config }: TestApp) => queued(config.dataDir);
/** Attempts that failed. */
const failures = ({ deps }: TestApp) => deps.tallies.jobs.password_reset_mail.postponed;
const ask = (person: Someone) => person.does('POST /api/password-resets', { body: { email: person.email } });
const reset = (person: Someone, token: string) => person.does('PUT /api/password', { body: { token, password: 'marée basse 17' } });

/** A copy that shares the database of an app; `database` replaces some of what it does. */
function openCopy({ config, deps }: TestApp, replaced: Partial<Database> = {}) {
  const database: Database = { ...deps.database, ...replaced };
  const { worker } = createMails({ config, origin: 'http://jeu.test', database });
  const copy = createJobs({ database, workers: { password_reset_mail: worker }, tallies: createTallies() });
  closings.push(() => copy.stop());
  copy.start({ info: () => {}, warn: () => {}, error: () => {} });
  return copy;
}

/** A copy with a clock of the test's own finds the mail that somebody asks for, before any of its timers runs out. */
async function askUnderFakeTimers(testApp: TestApp, person: Someone) {
  await testApp.deps.jobs.stop();
  await ask(person);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return openCopy(testApp);
}

/** A mail server that takes whatever it is told, and remembers it word for word. */
async function openCredulousServer(): Promise<{ url: string; commands: string[]; mails: string[] }> {
  const commands: string[] = [];
  const mails: string[] = [];
  const server = createServer((socket) => {
    let rest = '';
    let writing = false;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (writing) {
          if (line !== '.') mails.push(`${mails.pop() ?? ''}${line}\r\n`);
          else socket.write('250 ok\r\n');
          writing = line !== '.';
          continue;
        }
        commands.push(line);
        writing = line === 'DATA';
        if (writing) mails.push('');
        socket.write(line.startsWith('EHLO') ? '250-there\r\n250 SMTPUTF8\r\n' : `${writing ? 354 : 250} ok\r\n`);
      }
    });
    socket.write('220 there\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, commands, mails };
}

/** A port of this machine at which nobody answers. */
async function closedPort(): Promise<number> {
  const mailbox = await Mailbox.open();
  await mailbox.close();
  return mailbox.port;
}

describe('a mail server that hangs for one mailbox', () => {
  it('keeps no mail to somebody else waiting', async () => {
    const hanging: (() => void)[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      // Like a server that waits for an answer about a mailbox.
      onRcptTo: ({ address }, _session, done) => (address.startsWith('lea') ? void hanging.push(done) : done()),
      onData(stream, session, done) {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume();
        stream.on('end', () => done());
      },
    });
    const taken: string[] = [];
    server.on('error', () => {});
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    closings.push(() => {
      for (const done of hanging) done();
      return new Promise<void>((closed) => server.close(closed));
    });
    const { port } = server.server.address() as AddressInfo;
    const testApp = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}`, origin: 'http://jeu.test' } });
    const [lea, max, zoe] = await testApp.signUpAll('Lea', 'Max', 'Zoe');
    await ask(lea);
    await expect.poll(() => hanging.length).toBe(1);
    for (const one of [max, zoe]) await ask(one);
    await expect.poll(() => taken.toSorted()).toEqual([max.email, zoe.email].toSorted());
    // Léa's mail still hangs, and she has one place.
    expect(hanging).toHaveLength(1);
    await expect.poll(() => jobs(testApp)).toMatchObject([{ subject: lea.id }]);
    for (const done of hanging) done();
    await testApp.deps.jobs.idle('password_reset_mail');
    expect(taken).toHaveLength(3);
  });
});

describe('a mail', () => {
  it('comes in French, as text and as HTML, with a link that works', async () => {
    const mailbox = await openMailbox();
    const testApp = await startTestApp({ config: { smtpUrl: mailbox.url, origin: 'http://jeu.test' } });
    const lea = await testApp.signUp('Léa');
    await ask(lea);
    const { recipients, sender, mail } = await mailbox.next();
    expect(recipients).toEqual(['lea@example.org']);
    expect(sender).toBe('ne-pas-repondre@jeu.test');
    expect(mail.from).toEqual({ name: 'OU LA LA', address: 'ne-pas-repondre@jeu.test' });
    expect(mail.to).toEqual([{ name: '', address: 'lea@example.org' }]);
    expect(mail.subject).toBe('OU LA LA · Choisissez un nouveau mot de passe');
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');

    const token = tokenIn(mail);
    const link = `http://jeu.test/login#reset=${token}&pseudo=L%C3%A9a`;
    const inHtml = link.replace('&', '&amp;');
    for (const body of [mail.text, mail.html]) {
      for (const words of ['Bonjour Léa,', 'OU LA LA', 'expire dans 1\u00A0heure', 'votre mot de passe ne change pas'])
        expect(body).toContain(words);
      expect(body).toContain(body === mail.text ? link : inHtml);
      expect(body).not.toMatch(/\b(tu|ton|ta|tes)\b/i);
    }
    expect(mail.html).toContain(`<a href="${inHtml}"`);
    // Nothing is fetched when it is read.
    expect(mail.html).not.toMatch(/<(img|script|link|iframe)|src=|url\(/i);
    await reset(lea, token);
    await expect.poll(() => jobs(testApp)).toEqual([]);
  });

  it.each([
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nRCPT TO:<b@example.org>',
    'a@example.org\r\n\r\nBonjour',
    '"a, b"@example.org',
    '"a" <b@example.org>, c@example.org',
    'a;b@example.org',
    'equipe: a@example.org, b@example.org;',
    'a@example.org>,<b@example.org',
    'a b@example.org',
    'léa@exämple.org',
  ])('goes to one recipient, whatever is in the address: %j (S12)', async (email) => {
    const server = await openCredulousServer();
    const testApp = await startTestApp({ config: { smtpUrl: server.url, mailFrom: '"OU, LA; LA" <jeu@jeu.test>' } });
    const lea = await testApp.signUp('Léa');
    // No such address passes the sign-up: it can only have come otherwise.
    tamper(testApp.config.dataDir, 'update user set email = ? where id = ?', email, lea.id);
    await testApp.deps.database.unitOfWork((work) => addJob(work, 'password_reset_mail', lea.id));
    await expect.poll(() => jobs(testApp)).toEqual([]);

    expect(server.commands.filter((line) => line.startsWith('MAIL FROM:'))).toEqual([expect.stringMatching(/^MAIL FROM:<jeu@jeu\.test>/)]);
    expect(server.commands.filter((line) => line.startsWith('RCPT TO:'))).toHaveLength(1);
    const mail = await PostalMime.parse(server.mails[0] ?? '');
    expect(server.mails).toHaveLength(1);
    expect(mail.to).toHaveLength(1);
    expect(mail.to?.[0]?.group).toBeUndefined();
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    expect(mail.from).toEqual({ name: 'OU, LA; LA', address: 'jeu@jeu.test' });
    expect(mail.subject).toBe('OU LA LA · Choisissez un nouveau mot de passe');
    expect(mail.text).toContain('Bonjour Léa,');
  });
});

describe('without a mail server', () => {
  it('a mail is a file of its own that its keeper alone can read', async () => {
    const testApp = await startTestApp();
    const lea = await testApp.signUp('Léa');
    await ask(lea);
    await expect.poll(async () => (await outbox(testApp.config.dataDir)).length).toBe(1);
    const folder = join(testApp.config.dataDir, 'outbox');
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^[\w-]{22}\.eml$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    // RFC 5322: lines end with CR LF, and none is longer than 998.
    const text = readFileSync(join(folder, name), 'latin1');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    const [mail] = await outbox(testApp.config.dataDir);
    expect(mail).toMatchObject({ to: [{ address: lea.email }], from: { name: 'OU LA LA' } });
    await reset(lea, mail ? tokenIn(mail) : '');
  });

  it('a file goes after a day, at a start as well; what its keeper put beside it stays', async () => {
    const testApp = await startTestApp();
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    const folder = join(testApp.config.dataDir, 'outbox');
    await ask(lea);
    await expect.poll(() => existsSync(folder) && readdirSync(folder).filter((name) => name.endsWith('.eml'))).toHaveLength(1);
    const [old = ''] = readdirSync(folder);
    writeFileSync(join(folder, `${'a'.repeat(22)}.eml.part`), 'cut off by a power cut');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const anHour = 60 * 60;
    const age = (hours: number) => {
      const then = Date.now() / 1000 - hours * anHour;
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then);
    };
    age(23);
    await testApp.deps.mail.forgetOld();
    expect(readdirSync(folder)).toHaveLength(3);
    age(25);
    await ask(max);
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.eml'))).toHaveLength(2);
    const again = await startTestApp({ config: { dataDir: testApp.config.dataDir, smtpUrl: 'smtp://127.0.0.1:1' } });
    await again.app.ready();
    await expect.poll(() => readdirSync(folder)).toHaveLength(2);
    expect(readdirSync(folder)).toContain('notes.txt');
    expect(readdirSync(folder)).not.toContain(old);
    expect((await outbox(testApp.config.dataDir)).map(({ to }) => to?.[0]?.address)).toEqual([max.email]);
  });

  it('a file goes with the account it was written to, and with no other', async () => {
    const testApp = await startTestApp();
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    for (const person of [lea, lea, max]) await ask(person);
    await expect.poll(async () => (await outbox(testApp.config.dataDir)).length).toBe(3);
    await lea.does('POST /api/account/deletion', { body: { password } });
    expect((await outbox(testApp.config.dataDir)).map(({ to }) => to?.[0]?.address)).toEqual([max.email]);
  });

  it('a mail leaves no file when its account is deleted while it is written', async () => {
    const testApp = await startTestApp();
    const lea = await testApp.signUp('Léa');
    const { database } = testApp.deps;
    let units = 0;
    await testApp.deps.jobs.stop();
    await ask(lea);
    openCopy(testApp, {
      async unitOfWork(work) {
        units += 1;
        // The first claims the job, the second makes the mail, the third says that it is written.
        if (units === 3) {
          expect(await outbox(testApp.config.dataDir)).toHaveLength(1);
          await lea.does('POST /api/account/deletion', { body: { password } });
        }
        return await database.unitOfWork(work);
      },
    });
    await expect.poll(() => units).toBe(3);
    await expect.poll(() => readdirSync(join(testApp.config.dataDir, 'outbox'))).toEqual([]);
  });
});

describe('a mail server that is down', () => {
  it('costs no mail: it is sent when the server is back', async () => {
    const port = await closedPort();
    const testApp = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    const lea = await testApp.signUp('Léa');
    const copy = await askUnderFakeTimers(testApp, lea);
    await expect.poll(() => jobs(testApp)).toMatchObject([{ last_failure: expect.any(String) }]);
    await copy.idle('password_reset_mail');
    expect(Number(jobs(testApp)[0]?.['due']) - 5000).toBeLessThanOrEqual(Date.now());
    const mailbox = await openMailbox(port);
    tamper(testApp.config.dataDir, 'update job set due = 0');
    vi.advanceTimersByTime(30_000);
    // Before anything connects: a mail server waits for early talkers by a timer of its own before it greets.
    vi.useRealTimers();
    const { recipients, mail } = await mailbox.next();
    expect(recipients).toEqual([lea.email]);
    await reset(lea, tokenIn(mail));
    await expect.poll(() => jobs(testApp)).toEqual([]);
    expect(mailbox.received).toHaveLength(1);
  });

  it('costs no mail when our own is restarted meanwhile', async () => {
    const port = await closedPort();
    const smtpUrl = `smtp://127.0.0.1:${port}`;
    const testApp = await startTestApp({ config: { smtpUrl } });
    const people = await testApp.signUpAll('Léa', 'Max');
    for (const person of people) await ask(person);
    await expect.poll(() => failures(testApp)).toBe(2);
    await testApp.app.close();
    const mailbox = await openMailbox(port);
    const again = await startTestApp({ config: { smtpUrl, dataDir: testApp.config.dataDir } });
    await again.app.ready();
    const mails = [await mailbox.next(), await mailbox.next()];
    expect(mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(['lea@example.org', 'max@example.org']);
    const [first] = mails;
    await again.visitor().does('PUT /api/password', { body: { token: first ? tokenIn(first.mail) : '', password: 'marée basse 17' } });
  });

  describe('while the clock is set', () => {
    const days = 25 * 24 * 60 * 60 * 1000;
    /** A mail that could not be sent once, before the clock was set by so much. */
    async function failOnce(by: number) {
      const port = await closedPort();
      const testApp = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
      const lea = await testApp.signUp('Léa');
      await ask(lea);
      await expect.poll(() => failures(testApp)).toBe(1);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
      return { testApp, lea, port };
    }

    it('back, loses no mail, and delays none until the clock has caught up', async () => {
      const { testApp, lea, port } = await failOnce(-days);
      const mailbox = await openMailbox(port);
      testApp.deps.jobs.look('password_reset_mail');
      expect((await mailbox.next()).recipients).toEqual([lea.email]);
      await expect.poll(() => jobs(testApp)).toEqual([]);
    });

    it('ahead, costs no mail: the next failure is not its last', async () => {
      const { testApp, lea, port } = await failOnce(days);
      testApp.deps.jobs.look('password_reset_mail');
      await expect.poll(() => failures(testApp)).toBe(2);
      const mailbox = await openMailbox(port);
      tamper(testApp.config.dataDir, 'update job set due = 0');
      testApp.deps.jobs.look('password_reset_mail');
      expect((await mailbox.next()).recipients).toEqual([lea.email]);
    });
  });

  it('is asked less and less often, and after a day no more', async () => {
    const testApp = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${await closedPort()}` } });
    const lea = await testApp.signUp('Léa');
    let asked = Date.now();
    await ask(lea);
    for (const [index, seconds] of [5, 15, 60, 300, 900, 900, 900].entries()) {
      await expect.poll(() => failures(testApp)).toBe(index + 1);
      const next = Number(jobs(testApp)[0]?.['due']) - seconds * 1000;
      expect(next).toBeGreaterThanOrEqual(asked);
      expect(next).toBeLessThanOrEqual(Date.now());
      asked = Date.now();
      tamper(testApp.config.dataDir, 'update job set due = 0');
      testApp.deps.jobs.look('password_reset_mail');
    }
    tamper(testApp.config.dataDir, 'update job set due = 0, attempts = 99');
    testApp.deps.jobs.look('password_reset_mail');
    await expect.poll(() => jobs(testApp)).toEqual([]);
  });

  it('does not delay other mails', async () => {
    const testApp = await startTestApp();
    const [lea, max] = await testApp.signUpAll('Léa', 'Max');
    // The file of the first cannot be written.
    const folder = join(testApp.config.dataDir, 'outbox');
    writeFileSync(folder, '');
    await ask(lea);
    await expect.poll(() => failures(testApp)).toBe(1);
    // However long this takes, her turn does not come again meanwhile.
    tamper(testApp.config.dataDir, 'update job set due = ?', Date.now() + 14 * 60 * 1000);
    rmSync(folder);
    await ask(max);
    await expect.poll(async () => (await outbox(testApp.config.dataDir)).map(({ to }) => to?.[0]?.address)).toEqual([max.email]);
    // The job of a mail goes after it.
    await expect.poll(() => jobs(testApp).map(({ subject }) => subject)).toEqual([lea.id]);
  });
});

describe('a mail server that does not answer', () => {
  /** Takes connections and says nothing. */
  async function openSilence(): Promise<{ url: string; connections: Socket[] }> {
    const connections: Socket[] = [];
    const server: Server = createServer((socket) => {
      socket.on('error', () => {});
      connections.push(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closings.push(() => {
      for (const socket of connections) socket.destroy();
      server.close();
    });
    return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connections };
  }

  it('delays neither the person who asks nor a server that stops; the mail stays for the next start', async () => {
    const silence = await openSilence();
    const testApp = await startTestApp({ config: { smtpUrl: silence.url } });
    const lea = await testApp.signUp('Léa');
    await ask(lea);
    await expect.poll(() => silence.connections.length).toBe(1);
    await testApp.app.close();
    // Not given up: nobody has waited until it would be.
    expect(jobs(testApp)).toMatchObject([{ attempts: 0 }]);
  });

  it('is given up for this time after some seconds', async () => {
    const silence = await openSilence();
    const testApp = await startTestApp({ config: { smtpUrl: silence.url } });
    await askUnderFakeTimers(testApp, await testApp.signUp('Léa'));
    await expect.poll(() => silence.connections.length).toBe(1);
    expect(jobs(testApp)).toMatchObject([{ last_failure: null }]);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => jobs(testApp)).toMatchObject([{ last_failure: expect.any(String) }]);
  });
});

describe('several copies of the program', () => {
  it('send within half a minute what waits with one that was killed', async () => {
    const mailbox = await openMailbox();
    const testApp = await startTestApp({ config: { smtpUrl: mailbox.url } });
    const lea = await testApp.signUp('Léa');
    await testApp.deps.jobs.stop();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const copy = openCopy(testApp);
    await copy.idle('password_reset_mail');
    await testApp.deps.database.unitOfWork((work) => addJob(work, 'password_reset_mail', lea.id));
    vi.advanceTimersByTime(30_000);
    // Before anything connects: a mail server waits for early talkers by a timer of its own before it greets.
    vi.useRealTimers();
    expect((await mailbox.next()).recipients).toEqual([lea.email]);
    await expect.poll(() => jobs(testApp)).toEqual([]);
  });

  it.each([-30, 30])('whose clocks differ by %i s do not take a mail that another is sending, or that has to wait', async (seconds) => {
    const held: (() => void)[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      held.push(() => socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closings.push(() => server.close());
    const testApp = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` } });
    const lea = await testApp.signUp('Léa');
    await ask(lea);
    await expect.poll(() => held.length).toBe(1);
    // The longest that sending takes.
    for (const passed of [0, 30]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (seconds + passed) * 1000 });
      await openCopy(testApp).stop();
      vi.useRealTimers();
    }
    tamper(testApp.config.dataDir, 'update job set due = ?', Date.now() + 15 * 60 * 1000);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
    await openCopy(testApp).stop();
    vi.useRealTimers();
    expect(held).toHaveLength(1);
    for (const cut of held) cut();
  });

  it('send a mail once though the database stands still before it lets go of it', async () => {
    const mailbox = await openMailbox();
    const testApp = await startTestApp({ config: { smtpUrl: mailbox.url } });
    const lea = await testApp.signUp('Léa');
    await testApp.deps.jobs.stop();
    const { database } = testApp.deps;
    await database.unitOfWork((work) => addJob(work, 'password_reset_mail', lea.id));
    let units = 0;
    const copy = openCopy(testApp, {
      unitOfWork(work) {
        units += 1;
        // The first two claim the job and make the mail.
        if (units === 3) throw new Error('no answer');
        return database.unitOfWork(work);
      },
    });
    expect((await mailbox.next()).recipients).toEqual([lea.email]);
    await expect.poll(() => units).toBe(3);
    tamper(testApp.config.dataDir, 'update job set due = 0');
    copy.look('password_reset_mail');
    await expect.poll(() => jobs(testApp)).toEqual([]);
    await copy.stop();
    expect(mailbox.received).toHaveLength(1);
  });
});

it('a mail that nobody wants any more is not sent', async () => {
  const port = await closedPort();
  const testApp = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } });
  const [lea, max] = await testApp.signUpAll('Léa', 'Max');
  for (const person of [lea, max]) await ask(person);
  await expect.poll(() => failures(testApp)).toBe(2);
  await lea.does('PUT /api/account/password', { body: { currentPassword: 'orage violet 42', newPassword: 'marée basse 17' } });
  expect(jobs(testApp).map(({ subject }) => subject)).toEqual([max.id]);
  expect(existsSync(join(testApp.config.dataDir, 'outbox'))).toBe(false);
});
