import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { playModes } from '#shared/play-modes';
import { landingMessages as texts } from '#shared/landing-messages.fr';
import { LegalLinks } from '#client/legal/legal-links.tsx';
import { VisitorConsent } from '#client/consent/visitor-consent.tsx';
import { PlayModePicture } from '#client/boards/creation/play-mode-picture.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { drawn } from '#client/ui/sentence.ts';
import { homeLink, Wordmark } from '#client/ui/wordmark.tsx';
import { DemoBoard, useDemo } from './demo-board.tsx';
import styles from './landing-screen.module.css';
import { AchievementsPicture, BoardsPicture, CirclePicture, PointsPicture } from './promise-pictures.tsx';
import { playScenes } from './promise-scenes.ts';

interface LandingScreenProps {
  /** Sends the wordmark home to Accueil. Null until it is known. */
  signedIn: boolean | null;
  /** Where a press leads; those that open a new tab stay the browser's, and without this all do. */
  onNavigate?: ((href: string) => void) | undefined;
}

/** The page of visitors. It stands alone: neither router nor data are loaded for it. */
export function LandingScreen({ signedIn, onNavigate }: LandingScreenProps) {
  useEffect(() => {
    // The server's page has it already; the one that the service worker keeps does not.
    document.title = texts.pageTitle;
  }, []);
  const promises = useRef<HTMLDivElement>(null);
  useEffect(() => playScenes(promises.current?.children ?? []), []);
  return (
    <>
      <div className={styles.page}>
        <header className={styles.top}>
          <a className={homeLink} href={signedIn ? '/dashboard' : '/'} onClick={(event) => signedIn && follow(event, onNavigate)}>
            <Wordmark />
          </a>
          <Way kind="secondary" size="md" href="/login" onNavigate={onNavigate}>
            {texts.signIn}
          </Way>
        </header>
        <main>
          <Hero onNavigate={onNavigate} />
          <section className={styles.promises} aria-labelledby="promises">
            <h2 id="promises" className={styles.heading}>
              {texts.promises.title}
            </h2>
            <div ref={promises} className={styles.grid}>
              <Promised theme="purple" picture={<BoardsPicture />} {...texts.promises.create}>
                <Ways />
              </Promised>
              <Promised theme="green" look="full" picture={<PointsPicture />} {...texts.promises.earn} />
              <Promised theme="orange" look="open" picture={<AchievementsPicture />} {...texts.promises.unlock} />
              <Promised theme="blue" look="last" picture={<CirclePicture />} {...texts.promises.share}>
                <p className={styles.proof}>{texts.claim}</p>
              </Promised>
            </div>
          </section>
          <div className={styles.close}>
            <p className={styles.question}>{texts.question}</p>
            <Way kind="primary" href="/signup" onNavigate={onNavigate}>
              {texts.start}
            </Way>
          </div>
        </main>
        <LegalLinks />
        <p aria-hidden="true" className={styles.finale}>
          <Ring className={styles.finaleRing} />
          OU LA LA
        </p>
      </div>
      {signedIn !== false ? null : <VisitorConsent screen="screen_landing" asks="after a scroll" />}
    </>
  );
}

function Hero({ onNavigate }: Pick<LandingScreenProps, 'onNavigate'>) {
  const demo = useDemo();
  return (
    // The ring and the buttons take the colours of the board that plays.
    <section className={styles.hero} data-board-theme={demo.moment.theme}>
      <div className={styles.words}>
        <PageTitle className={styles.title}>
          {drawn(texts.hero, (candy) => (
            <span className={styles.candy}>{candy}</span>
          ))}
        </PageTitle>
        <p className={styles.lead}>{texts.lead}</p>
        <div className={styles.buttons}>
          <Way kind="primary" href="/signup" onNavigate={onNavigate}>
            {texts.createAccount}
          </Way>
          {/* Which of the three is seen, the root element says: see session/sign-ups.ts. It also says whether there is a demo, in the server's page. */}
          <p className={styles.closed}>{texts.closed}</p>
          <p className={styles.invited}>{texts.invited}</p>
          <Way kind="secondary" href="/essayer" onNavigate={onNavigate}>
            {texts.tryIt}
          </Way>
        </div>
      </div>
      <div className={styles.stage}>
        {/* The key makes each move an element of its own, so that the ring beats each time. */}
        <Ring key={demo.beat} className={styles.giant} />
        <DemoBoard demo={demo}>
          <Way kind="primary" size="md" href="/signup" onNavigate={onNavigate}>
            {texts.createAccount}
          </Way>
        </DemoBoard>
      </div>
    </section>
  );
}

interface WayProps extends Pick<LandingScreenProps, 'onNavigate'> {
  kind: 'primary' | 'secondary';
  size?: 'md' | 'lg';
  href: string;
  children: string;
}

/** A way in: a button as specified, and a link for as long as no script is there. */
function Way({ kind, size = 'lg', href, onNavigate, children }: WayProps) {
  const role = useSyncExternalStore(never, buttonHere, linkOnStaticPage);
  return (
    <ButtonLink
      className={href === '/signup' ? styles.signUp : href === '/essayer' ? styles.tryIt : undefined}
      kind={kind}
      size={size}
      href={href}
      role={role}
      onClick={(event) => follow(event, onNavigate)}
      onKeyDown={pressBySpace}
    >
      {children}
    </ButtonLink>
  );
}

const never = () => () => undefined;
const buttonHere = () => 'button';
const linkOnStaticPage = () => undefined;

/** Presses by the space bar, as a button does by itself. */
function pressBySpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.click();
}

interface PromisedProps {
  theme: string;
  /** Its composition: the words first on the board's gradient, without a ground, or the words first. */
  look?: 'full' | 'open' | 'last';
  picture: ReactNode;
  title: string;
  text: string;
  /** What makes the promise good. */
  children?: ReactNode;
}

function Promised({ theme, look, picture, title, text, children }: PromisedProps) {
  return (
    <article className={styles.promise} data-board-theme={theme} data-look={look}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.promiseWords}>
        <h3 className={styles.promiseTitle}>{title}</h3>
        <p className={styles.promiseText}>{text}</p>
        {children}
      </div>
    </article>
  );
}

/** The two ways to play a board. */
function Ways() {
  return (
    <p className={styles.ways}>
      {playModes.map((mode) => (
        <span key={mode}>
          <PlayModePicture mode={mode} />
          {texts.ways[mode]}
        </span>
      ))}
    </p>
  );
}

function follow(event: MouseEvent<HTMLAnchorElement>, onNavigate: LandingScreenProps['onNavigate']) {
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  if (opensElsewhere || !onNavigate) return;
  event.preventDefault();
  onNavigate(event.currentTarget.pathname);
}
