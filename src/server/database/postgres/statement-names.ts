const names = new Map<string, string>();

/** By this name a connection keeps the statement of a query that was compiled once: PostgreSQL reads and plans it only the first time. */
export function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}
