/** What an operator reads who wants a backup of a PostgreSQL from us. */
export const postgresAdvice =
  'PostgreSQL se sauvegarde par ses propres programmes, pendant que le jeu tourne : pg_dump --format=custom --file=ou-la-la.dump "$DATABASE_URL". ' +
  'Vérifiez ensuite la copie par npm run backup -- --check ou-la-la.dump, et restaurez-la par pg_restore --no-owner --dbname="$DATABASE_URL" ou-la-la.dump dans une base vide. ' +
  "La clé maîtresse n'y est pas, et sans elle on n'en lit rien : gardez-la ailleurs que les sauvegardes.";
