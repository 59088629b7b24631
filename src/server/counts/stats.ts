import { type CountName, countNames } from '#shared/counts';
import type { Deps } from '../deps.ts';
import { listDaysSince } from './count-store.ts';
import { dayOf } from './counts.ts';

const day = 24 * 60 * 60 * 1000;

const titles: Record<CountName, string> = {
  visit: 'Visites',
  screen_landing: "Page d'accueil publique",
  screen_dashboard: 'Accueil',
  screen_boards: 'Tableaux',
  screen_board: "Détail d'un tableau",
  screen_requests: 'Demandes',
  action_logged: 'Actions enregistrées',
  action_undone: 'Actions annulées',
  board_created: 'Tableaux créés',
  request_sent: 'Demandes envoyées',
  app_shared: "Partages de l'application",
  app_installed: 'Installations',
  unexpected_page: 'Erreurs imprévues, page',
  unexpected_start: 'Erreurs imprévues, démarrage',
  unexpected_screen: 'Erreurs imprévues, écran',
  unexpected_code: 'Erreurs imprévues, chargement du code',
  unexpected_query: 'Erreurs imprévues, lecture',
  unexpected_command: 'Erreurs imprévues, envoi',
  unexpected_outbox: "Erreurs imprévues, file d'attente",
  unexpected_storage: 'Erreurs imprévues, stockage du navigateur',
  unexpected_stream: 'Erreurs imprévues, direct',
};

/** What was counted in the last 30 days, today included, as the lines of a table. `now` in milliseconds since 1970. */
export async function statsLines({ database }: Pick<Deps, 'database'>, now = Date.now()): Promise<string[]> {
  const rows = await listDaysSince(database.read, dayOf(now - 29 * day));
  const sumOf = (name: CountName, days: number) => {
    const first = dayOf(now - (days - 1) * day);
    const sum = rows.reduce((all, row) => (row.name === name && row.day >= first ? all + row.count : all), 0);
    return sum.toLocaleString('fr');
  };
  const cells = countNames.map((name) => [titles[name], sumOf(name, 1), sumOf(name, 7), sumOf(name, 30)]);
  return [
    ...table([['', "aujourd'hui", '7 jours', '30 jours'], ...cells]),
    '',
    'De celles et ceux qui ont accepté, sans dire qui ; jours en temps universel. Le serveur écrit toutes les 30 secondes.',
  ];
}

/** Titles to the left, numbers to the right. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
