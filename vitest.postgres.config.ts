import { defineConfig } from 'vitest/config';
import { alone, common } from './vitest.common.ts';

/** The tests of stores, use cases and routes once more, on PostgreSQL: `npm test -- postgres`. */
export default defineConfig({
  test: {
    ...common,
    // As for those that share a process in vitest.config.ts.
    isolate: false,
    include: [
      'src/server/{accounts,achievements,actions,activities,boards,counts,doctor,erasure,jobs,leaderboard,live,mail,requests}/**/*.test.ts',
      'src/server/{database,encryption,http}/**/*.test.ts',
      'tests/{permissions,several-writers,statements,storm}.test.ts',
      'tests/postgres/*.test.ts',
    ],
    exclude: [
      ...alone,
      // About SQLite itself: its files and locks, the pages of a full or damaged disk, how it finds rows, what lies in databases from before.
      'src/server/database/{sqlite,migrations}/**',
      'src/server/database/migrate.test.ts',
      'src/server/http/{damaged-page,foreign-lock,full-disk}.test.ts',
      'src/server/**/*-cost.test.ts',
      // These reach no database, or hardly.
      'src/server/ids/username-skeleton.test.ts',
      'src/server/identity/passwords/{easy-passwords,hash-queue}.test.ts',
      'src/server/identity/sessions/{device-name,session-cookie}.test.ts',
      'src/server/actions/catalogue.test.ts',
      'src/server/encryption/sealed-text.test.ts',
      'src/server/http/{address-key,api-documents,hostile-bodies,log-lines,origin-hook,session-hook,built-client,link-previews,static-content,finish-before-closing}.test.ts',
      'src/server/leaderboard/stretches.test.ts',
      'src/server/live/slow-readers.test.ts',
      'src/server/mail/password-reset-mail.test.ts',
    ],
    globalSetup: ['tests/postgres/global-setup.ts'],
  },
});
