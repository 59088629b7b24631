import { Fragment, type ReactNode, useEffect, useId, useState } from 'react';
import { api } from '#client/api/api.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { drawn } from '#client/ui/sentence.ts';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import { httpsRecipes } from './https-recipes.ts';
import { legalMessages as texts } from './legal-messages.fr.ts';
import { type LegalPage, LegalLinks } from './legal-links.tsx';
import { type ServedVersion, readServedVersion } from './version-queries.ts';
import { buildCommands, compareCommands } from './verify-recipes.ts';
import styles from './legal-screen.module.css';

/** A page that anybody reads before signing up, or never. It stands alone, like the landing page, and asks for no session. */
export function LegalScreen({ page }: { page: LegalPage }) {
  const { title, lead } = texts[page];
  useEffect(() => {
    document.title = legalTitleOf(page);
  }, [page]);
  return (
    <div className={styles.page}>
      <Ring className={styles.ring} />
      <header className={styles.top}>
        <a className={homeLink} href="/">
          <Wordmark />
        </a>
      </header>
      <main className={styles.column}>
        <PageTitle subtitle={lead}>{title}</PageTitle>
        {contentOf[page]}
      </main>
      <LegalLinks page={page} />
    </div>
  );
}

export function legalTitleOf(page: LegalPage): string {
  return `${texts[page].title} · OU LA LA`;
}

function Privacy() {
  const { who, kept, encrypted, seen, rights } = texts.privacy;
  return (
    <>
      <Section title={who.title}>
        <p>{who.text}</p>
        <Contact />
      </Section>
      <Section title={kept.title}>
        <dl className={styles.rows}>
          {kept.rows.map(({ what, text, until }) => (
            <div key={what} className={styles.row}>
              <dt className={styles.what}>{what}</dt>
              <dd className={styles.until}>{until}</dd>
              <dd className={styles.text}>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={encrypted.title}>
        <p>{encrypted.text}</p>
        <p>{encrypted.limits}</p>
      </Section>
      <Section title={seen.title}>
        <p>{seen.text}</p>
        <p>{seen.nobody}</p>
      </Section>
      <Section title={rights.title}>
        <p>{rights.text}</p>
        <p>{rights.authority}</p>
      </Section>
    </>
  );
}

function Legal() {
  const { who, software, content, cookies } = texts.legal;
  return (
    <>
      <Section title={who.title}>
        <p>{who.text}</p>
        <Contact />
      </Section>
      {[software, content, cookies].map(({ title, text }) => (
        <Section key={title} title={title}>
          <p>{text}</p>
        </Section>
      ))}
    </>
  );
}

/** For whoever runs the server: three ways to TLS, of which docs/operating.md says more. */
function Https() {
  const { why, recipes, after } = texts.https;
  return (
    <>
      <Section title={why.title}>
        <p>{why.text}</p>
      </Section>
      {(['domain', 'house', 'tunnel'] as const).map((name) => (
        <Section key={name} title={recipes[name].title}>
          <p>{recipes[name].text}</p>
          <Commands lines={httpsRecipes[name]} />
          <p>{recipes[name].afterwards}</p>
        </Section>
      ))}
      <Section title={after.title}>
        <p>{after.text}</p>
      </Section>
    </>
  );
}

/** For whoever does not want to believe the host; docs/operating.md says more. */
function Verify() {
  const { served, build, compare, limits } = texts.verify;
  const [announced, setAnnounced] = useState<ServedVersion>(unknownVersion);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    readServedVersion().then(setAnnounced, () => setFailed(true));
  }, []);
  return (
    <>
      <Section title={served.title}>
        <Commands lines={[served.version({ name: announced.version }), announced.manifest]} />
        {failed ? (
          <p role="alert">{served.failed}</p>
        ) : (
          <p>
            {drawn(served.list({ name: 'SHA256SUMS.txt' }), (name) => (
              <a href={`/${name}`} className={styles.address}>
                {name}
              </a>
            ))}
          </p>
        )}
      </Section>
      <Section title={build.title}>
        <p>{build.text}</p>
        <Commands lines={buildCommands(announced.version)} />
        <p>{build.afterwards}</p>
      </Section>
      <Section title={compare.title}>
        <p>{compare.text}</p>
        <Commands lines={compareCommands} />
        <p>{compare.afterwards}</p>
      </Section>
      <Section title={limits.title}>
        <p>{limits.text}</p>
        <p>{limits.kept}</p>
      </Section>
    </>
  );
}

/** It takes the room of what is read, so that nothing moves when that comes. */
const unknownVersion: ServedVersion = { version: '…', manifest: '·'.repeat(64) };

/** Breaks between words alone: a line that ended after '--' would be typed wrong. */
function Commands({ lines }: { lines: readonly string[] }) {
  return (
    <pre className={styles.commands}>
      {lines.map((line) => (
        <code key={line}>
          {line.split(' ').map((word) => (
            <Fragment key={word}>
              <span className={styles.word}>{word}</span>{' '}
            </Fragment>
          ))}
        </code>
      ))}
    </pre>
  );
}

const contentOf: Record<LegalPage, ReactNode> = { privacy: <Privacy />, legal: <Legal />, https: <Https />, verify: <Verify /> };

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The address that the host has set. */
function Contact() {
  const [email, setEmail] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    api('GET /api/configuration').then(
      ({ supportEmail }) => setEmail(supportEmail),
      () => setFailed(true),
    );
  }, []);
  if (failed) return <p role="alert">{texts.contactFailed}</p>;
  return (
    <p className={styles.contact}>
      {email === null
        ? null
        : drawn(texts.contact({ email }), (address) => (
            <a href={`mailto:${email}`} className={styles.address}>
              {address}
            </a>
          ))}
    </p>
  );
}
