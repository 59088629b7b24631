import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TurnStripOutline } from '#client/leaderboard/turn-strip-outline.tsx';
import { dashboardMessages as texts } from '#client/activities/activities-messages.fr.ts';
import { HomeFrame } from './home-frame.tsx';

/** Accueil before anything of a person is known. */
export function DashboardSkeleton() {
  return (
    <HomeFrame
      title={<PageTitle>{texts.title}</PageTitle>}
      label={texts.title}
      turns={<TurnStripOutline />}
      feed={<Skeleton shape="bubble" count={6} label={texts.loading} />}
    />
  );
}
