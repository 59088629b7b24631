import { Stack } from '#client/ui/layout/layout.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { requestsMessages as texts } from './requests-messages.fr.ts';

/** Demandes before anything of a person is known. */
export function RequestsSkeleton() {
  return (
    <Stack>
      <PageTitle subtitle={texts.subtitle}>{texts.title}</PageTitle>
      <Skeleton label={texts.loading} labelShown count={4} />
    </Stack>
  );
}
