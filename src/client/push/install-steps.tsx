import type { ReactNode } from 'react';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { installLayout } from './install-layout.ts';
import styles from './install-steps.module.css';
import { pushMessages } from './push-messages.fr.ts';

const { install: texts } = pushMessages;

/** On an iPhone only the installed app is notified: how to install it, in three pictures of this browser. */
export function InstallSteps() {
  const layout = installLayout(navigator.userAgent);
  if (layout === 'inside')
    return (
      <p>
        {texts.text} {texts.share.inside}
      </p>
    );
  const isFolded = layout !== 'bar';
  return (
    <Stack>
      <p>{texts.text}</p>
      <Tiles as="ol" className={styles.steps}>
        <li className={styles.step}>
          <Phone>
            {layout === 'dots' ? (
              <>
                <rect x="12" y="44" width="40" height="29" rx="6" />
                <path d="M19 57h-2v10h12v-10h-2M23 62v-12m-4 4 4-4 4 4M35 59h11" />
                <rect x="12" y="79" width="25" height="11" rx="5.5" />
                <path className={styles.sign} d="M42 84.5h.01M47 84.5h.01M52 84.5h.01" />
              </>
            ) : (
              <>
                <path d="M10 62h44" />
                <g className={styles.sign}>
                  <path d="M32 76v-12m-4 4 4-4 4 4" />
                  <path d="M28 71h-3v11h14v-11h-3" />
                </g>
              </>
            )}
          </Phone>
          {texts.share[layout]}
        </li>
        <li className={styles.step}>
          <Phone>
            <rect x="13" y="34" width="38" height="15" rx="4" />
            <g className={styles.sign}>
              <rect x="13" y="55" width="38" height="17" rx="4" />
              <path d="M38 63.5h8m-4-4v8" />
            </g>
            <path d={isFolded ? 'M18 41.5h20M18 63.5h12M26 81l6 5 6-5' : 'M18 41.5h20M18 63.5h12M18 80h22'} />
          </Phone>
          {isFolded ? texts.addFolded : texts.add}
        </li>
        <li className={styles.step}>
          <Phone>
            <g>
              <rect x="13" y="24" width="10" height="10" rx="3" />
              <rect x="27" y="24" width="10" height="10" rx="3" />
              <rect x="41" y="24" width="10" height="10" rx="3" />
              <rect x="13" y="40" width="10" height="10" rx="3" />
            </g>
            <image href="/icon.svg" x="24" y="56" width="18" height="18" />
          </Phone>
          {texts.open}
        </li>
      </Tiles>
    </Stack>
  );
}

function Phone({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 100" className={styles.phone}>
      <rect x="6" y="4" width="52" height="92" rx="9" className={styles.case} />
      <path d="M27 11h10" />
      {children}
    </svg>
  );
}
